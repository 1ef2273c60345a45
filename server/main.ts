/** One program with several commands: the server, its parts, and the tools of the operator. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiling takes half of every start; the cache saves it for files that did not change.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/colonnade'));
// A package asks for an experimental algorithm when it is loaded; Node's warning of that would precede every output.
const warn = process.listeners('warning');
process.removeAllListeners('warning').on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') for (const each of warn) each(warning);
});
// The arguments of a process are visible to every user of the machine.
if (process.argv.some((word) => /^--(key|secret)\b/.test(word))) process.title = 'colonnade';
const { runCommandLine } = await import('./commands/command-line.ts');
await runCommandLine(process.argv, process.env);
