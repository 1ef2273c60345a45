#!/usr/bin/env node
// Runs on whatever Node the machine has. A server runs on the Node that came with `npm ci`; a command that only calls one also
// runs on this Node, if it reads TypeScript.
import { spawn } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../server');
const main = join(folder, 'main.ts');
const words = process.argv.slice(2);
// Sources that did not change are not compiled again, the first of them included; main.ts names the same folder.
const cache = join(folder, '../node_modules/.cache/colonnade');

// The arguments of a process are visible to every user of the machine.
if (words.some((word) => /^--(key|secret)\b/.test(word))) process.title = 'colonnade';

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

async function runsHere() {
  if (process.features.typescript === 'strip') {
    module.enableCompileCache(cache);
    const { isClientCommand } = await import(join(folder, 'commands/groups.ts'));
    if (isClientCommand(words)) return true;
  }
  return process.versions.node === findBundled().version;
}

if (await runsHere()) {
  await import(main);
} else {
  const env = { ...process.env, NODE_COMPILE_CACHE: cache };
  const child = spawn(findBundled().path, [main, ...words], { stdio: 'inherit', env });
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
