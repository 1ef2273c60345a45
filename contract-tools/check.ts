/**
 * `npm run check:contract`: others' tools read the contract. Two linters have no warning; three generators make clients that compile
 * in strict mode and place an order; a proxy validates a request and an answer of every operation.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { lint } from './lint.ts';
import { CONTRACT, FOLDER, install, run, runTool } from './tools.ts';

const GENERATED = join(FOLDER, 'generated');
const CLIENTS = ['openapi-fetch', 'hey-api', 'orval'];

function generate(): void {
  rmSync(GENERATED, { recursive: true, force: true });
  const types = join(GENERATED, 'openapi-typescript/schema.d.ts');
  runTool('openapi-typescript/bin/cli.js', [CONTRACT, '-o', types, '--default-non-nullable', 'false']);
  const heyApi = ['-i', CONTRACT, '-o', join(GENERATED, 'hey-api'), '-c', '@hey-api/client-fetch'];
  runTool('@hey-api/openapi-ts/bin/run.js', heyApi);
  runTool('orval/dist/bin/orval.mjs', ['--config', 'orval.config.mjs'], { CONTRACT });
}

/** Bundled, so that the test can import each client as one file. */
async function bundle(): Promise<void> {
  for (const name of CLIENTS) {
    await build({
      root: FOLDER,
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: { ssr: `place-${name}.ts`, outDir: join(GENERATED, 'built'), emptyOutDir: false },
    });
  }
}

/** The clients place orders on a started app; the calls of every operation pass through Prism. */
function test(): void {
  const files = ['clients', 'answers'].map((name) => `server/contract/openapi.${name}.test.ts`);
  const { status } = spawnSync('npm', ['test', '--', ...files], {
    cwd: join(FOLDER, '..'),
    env: { ...process.env, CONTRACT_TOOLS: FOLDER },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}

async function timed(name: string, step: () => void | Promise<void>): Promise<void> {
  const begun = performance.now();
  await step();
  console.log(`${name}: ${Math.round((performance.now() - begun) / 100) / 10} s`);
}

await timed('install', install);
await timed('lint', lint);
await timed('generate clients', generate);
await timed('compile clients', () => void run('tsc', ['--noEmit', '-p', '.']));
await timed('bundle clients', bundle);
await timed('test', test);
