/** The command line: the commands of the first level, and those of the group that is called. `groups/` describes them. */
import { Command } from 'commander';
import about from '../../package.json' with { type: 'json' };
import type { Context } from './context.ts';
import { commandOf, GROUPS } from './groups.ts';

const AFTER = `
Every command has --help with an example, and --json for scripts. --no-color, or NO_COLOR, leaves colours out.
Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted.
Settings of the server come from the environment (PORT, DATABASE_URL, …); the README lists them all.`;

/** Without words, every group is loaded. */
export async function createProgram(context: Context, words?: string[]): Promise<Command> {
  const program = new Command('colonnade')
    .description('A multi-tenant business platform: orders, keys, staff, and signed webhooks.')
    .version(about.version)
    .addHelpText('after', AFTER)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'colonnade: ')) });
  const called = words && commandOf(words);
  for (const { heading, commands, load } of GROUPS) {
    program.commandsGroup(heading);
    const added = Object.fromEntries(
      Object.entries(commands).map(([name, description]) => [
        name,
        program.command(name, { hidden: name === 'complete' }).description(description),
      ]),
    );
    if (words === undefined || (called !== undefined && called in commands))
      (await load())(added, { ...context, whole: () => createProgram(context) });
  }
  pointToHelp(program, 'colonnade');
  return program;
}

function pointToHelp(command: Command, path: string): void {
  command.showHelpAfterError(`See: npx ${path} --help`);
  for (const sub of command.commands) pointToHelp(sub, `${path} ${sub.name()}`);
}
