import { startImports as start } from '#kernel/imports/imports.worker.ts';
import type { Kernel } from '#kernel/module.ts';
import { TABLES } from './imports.ts';
import { runImport } from './run.ts';

export const startImports = (kernel: Kernel) =>
  start(kernel, TABLES, { name: 'imports', turnMs: 5_000 }, (job, isOver) => runImport(kernel, job, isOver));
