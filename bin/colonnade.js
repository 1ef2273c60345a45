#!/usr/bin/env node
// Runs on whatever Node the machine has, and hands over to the Node that came with `npm ci`.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = join(dirname(fileURLToPath(import.meta.url)), '../server/main.ts');

function giveUp() {
  console.error('colonnade: The Node that Colonnade runs on is missing. Run: npm ci');
  process.exit(1);
}

function findBundled() {
  const require = createRequire(import.meta.url);
  try {
    const { version } = require('node/package.json');
    return { version, path: join(dirname(require.resolve('node/package.json')), 'bin/node') };
  } catch {
    return giveUp();
  }
}

const bundled = findBundled();
if (process.versions.node === bundled.version) {
  await import(main);
} else {
  const child = spawn(bundled.path, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal's Ctrl-C reaches the child by itself; what is sent to this process alone is passed on.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => child.kill(signal));
  // npx runs us in a shell, which dies of a signal without passing it on: then an orphan was told to stop.
  const parent = process.ppid;
  if (process.env.npm_command) {
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
  }
  child.on('error', giveUp);
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
