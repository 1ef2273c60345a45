/** Content types as files, through the API. */
import { connectionOf } from '../client/connection.ts';
import type { Define } from '../context.ts';
import { connected, example, json } from '../describing.ts';

export const define: Define<'types'> = ({ types }, context) => {
  const { signal } = context;
  const load = () => import('../client/content-types.ts');

  const generate = connected(types.command('generate'))
    .description('write TypeScript for the content types: published entries, drafts, and blocks as a union')
    .option('--output <file>', 'where to save it; standard output when left out')
    .option('--from <folder>', 'from the files of types pull, without a server')
    .addOption(json())
    .action(async (options) => {
      const connection = options.from === undefined ? await connectionOf(context, options) : { url: '' };
      await (await load()).generateTypes({ ...options, ...connection }, signal);
    });
  example(generate, 'types generate --output src/content-types.ts');

  const pull = connected(types.command('pull'))
    .description('save each content type as a JSON file; the key needs read:content')
    .argument('<folder>', 'where the files go')
    .addOption(json())
    .action(async (folder, options) => {
      const connection = await connectionOf(context, options);
      await (await load()).pullTypes(folder, { ...options, ...connection }, signal);
    });
  example(pull, 'types pull content-types');

  const diff = connected(types.command('diff'))
    .description('show how the files differ from the server; exit code 1 if they do')
    .argument('<folder>', 'the files')
    .addOption(json())
    .action(async (folder, options) => {
      const connection = await connectionOf(context, options);
      await (await load()).diffTypes(folder, { ...options, ...connection }, signal);
    });
  example(diff, 'types diff content-types');

  const push = connected(types.command('push'))
    .description(
      'make the types of the server as in the files; first shows which entries would break; needs write:content',
    )
    .argument('<folder>', 'the files')
    .option('--dry-run', 'only show what would change and break')
    .option('--yes', 'push without a question')
    .addOption(json())
    .action(async (folder, options) => {
      const connection = await connectionOf(context, options);
      await (await load()).pushTypes(folder, { ...options, ...connection }, signal);
    });
  example(push, 'types push content-types --dry-run', 'types push content-types --yes');
};
