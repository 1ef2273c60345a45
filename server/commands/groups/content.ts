/** Content and its types as files, through the API. */
import type { Command } from 'commander';
import { connectionOf } from '../client/connection.ts';
import type { Context, Define } from '../context.ts';
import { connected, example, json } from '../describing.ts';

export const define: Define<'content' | 'types'> = ({ content, types }, context) => {
  copies(content, context);
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

function copies(content: Command, context: Context): void {
  const { signal } = context;
  connected(content.command('export'))
    .description(
      'save locales, types, entries and their assets; the key needs read:content, read:media for assets, and read:properties if entries are for one site',
    )
    .argument('<path>', 'a folder, or with --no-assets a file: name.ndjson')
    .option('--type <name...>', 'only entries of these types')
    .option('--no-assets', 'without the assets that entries refer to')
    .option('--published-only', 'only what is live, without drafts')
    .addOption(json())
    .action(async (path, options) => {
      const connection = await connectionOf(context, options);
      const { exportContent } = await import('../client/copy/export.ts');
      await exportContent(path, { ...options, ...connection }, signal);
    });
  example(
    content.commands[0]!,
    'content export site --profile production',
    'content export articles.ndjson --type article author --no-assets',
  );

  connected(content.command('import'))
    .description(
      'bring an export into a tenant, and go on or update if it was imported before; the key needs read and write of content, and of media for assets',
    )
    .argument('<path>', 'the folder or the file of content export')
    .option('--dry-run', 'only show what would be made, changed and refused')
    .option('--yes', 'import without a question')
    .option('--errors <file>', 'save what is wrong with which line as CSV')
    .addOption(json())
    .action(async (path, options) => {
      const connection = await connectionOf(context, options);
      const { importContent } = await import('../client/copy/import.ts');
      await importContent(path, { ...options, ...connection }, signal);
    });
  example(
    content.commands[1]!,
    'content import site --profile staging --dry-run',
    'content import site --profile staging --yes --errors errors.csv',
  );
}
