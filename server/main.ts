/** One program, several roles: the server, its parts, and the commands of those who run it. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiling is half of every start; what did not change since the last one need not be compiled again.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/colonnade'));
const { runCommandLine } = await import('./commands/command-line.ts');
await runCommandLine(process.argv, process.env);
