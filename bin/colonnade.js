#!/usr/bin/env node
// Runs on whatever Node the machine has, and hands over to the Node that came with `npm ci`.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = join(dirname(fileURLToPath(import.meta.url)), '../server/main.ts');

if (process.features.typescript) {
  await import(main);
} else {
  const bundled = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node');
  const child = spawn(bundled, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal's Ctrl-C reaches the child by itself; what is sent to this process alone is passed on.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('error', () => {
    console.error('The Node that Colonnade runs on is missing. Run: npm ci');
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}
