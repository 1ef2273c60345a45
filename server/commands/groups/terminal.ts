/** The browser and the shell of a person at a terminal. */
import { Argument } from 'commander';
import { addressOf } from '../client/connection.ts';
import { PAGES } from '../client/open.ts';
import type { Define } from '../context.ts';
import { example, json } from '../describing.ts';
import { print } from '../output.ts';

const completion = () => import('../client/completion.ts');

export const define: Define<'open' | 'completion' | 'complete'> = (commands, { env, whole }) => {
  commands.open
    .addArgument(new Argument('[page]', 'what to open').choices(Object.keys(PAGES)).default('dashboard'))
    .argument('[id]', 'of a record, as in: open order ID')
    .option('--url <url>', 'the server; COLONNADE_URL, the profile or PUBLIC_URL when left out')
    .option('--profile <name>', 'the profile whose server it is')
    .option('--print', 'print the address, and open nothing')
    .addOption(json())
    .action(async (page, id, options) => {
      const { openPage } = await import('../client/open.ts');
      await openPage(page, id, await addressOf(env, options), options, env);
    });
  example(commands.open, 'open', 'open docs', 'open order ID');

  commands.completion
    .description('print the script that completes commands, options and values in a shell')
    .addArgument(new Argument('<shell>', 'which').choices(['bash', 'zsh', 'fish']))
    .addOption(json())
    .action(async (shell, options) => {
      const script = (await completion()).SCRIPTS[shell]!;
      print(options, { shell, script }, script);
    });
  example(commands.completion, 'completion bash > ~/.local/share/bash-completion/completions/colonnade');

  commands.complete
    .argument('[words...]', 'the line so far, after the name of the program; the last word is completed')
    .addOption(json())
    .action(async (words: string[], options) => {
      const found = await (await completion()).completionsOf(await whole(), words, env);
      if (options.json || found.length > 0) print(options, found, found.join('\n'));
    });
  example(commands.complete, 'complete -- list ord');
};
