import { startImports as start } from '#kernel/imports/imports.worker.ts';
import type { Kernel } from '#kernel/module.ts';
import type { Others } from '../products/references.ts';
import { TABLES } from './imports.ts';
import { runImport } from './run.ts';

export const startImports = (kernel: Kernel, others: Others) =>
  start(kernel, TABLES, { name: 'catalog imports', turnMs: 1_000 }, (job, isOver) =>
    runImport(kernel, others, job, isOver),
  );
