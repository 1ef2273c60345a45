/** Files of orders, customers and products, through the API. */
import { Argument, Option } from 'commander';
import { connectionOf } from '../client/connection.ts';
import type { Define } from '../context.ts';
import { connected, EXPORTED, example, json } from '../describing.ts';

export const define: Define<'import' | 'export'> = (commands, context) => {
  const { signal } = context;
  connected(commands.import)
    .description(
      'import orders, or products, from a file (CSV or NDJSON) through the API; the key needs write:crm_bulk and read:crm, or write:catalog and read:catalog',
    )
    .argument('<file>', 'the file; .ndjson and .jsonl are NDJSON, everything else CSV')
    .addOption(new Option('--format <format>', 'what the file is').choices(['csv', 'ndjson']))
    .option('--map <field=column...>', 'which column holds a field, where it has another name')
    .option('--products', 'the file has products, also in the columns of Shopify')
    .addOption(
      new Option('--existing <what>', 'with --products: products whose handle exists').choices([
        'update',
        'skip',
        'refuse',
      ]),
    )
    .addOption(new Option('--delimiter <name>', 'of CSV').choices(['comma', 'semicolon', 'tab']))
    .addOption(new Option('--decimal <name>', 'of numbers in CSV').choices(['point', 'comma']))
    .addOption(
      new Option('--error-policy <policy>', 'what one bad order means').choices([
        'reject_all',
        'reject_failed',
      ]),
    )
    .option('--create-customers', 'make customers for unknown e-mail addresses')
    .option('--currency <code>', 'where the file names none')
    .option('--channel <channel>', 'where the file names none; "import" when left out')
    .option('--dry-run', 'check everything, place nothing')
    .option('--again', 'import it once more, although this very file was sent within the last 24 hours')
    .option('--errors <file>', 'save what is wrong with which row as CSV')
    .addOption(json())
    .action(async (file, options) => {
      const connection = await connectionOf(context, options);
      await (await import('../import.ts')).importCommand(file, { ...options, ...connection }, signal);
    });
  example(commands.import, 'import orders.csv --map sku=Article --dry-run');

  connected(commands.export)
    .description('export a list as CSV or NDJSON through the API; the key needs read:crm, or read:catalog')
    .addArgument(new Argument('<list>', 'what to export').choices(EXPORTED))
    .addOption(new Option('--format <format>', 'of the file').choices(['csv', 'ndjson']).default('csv'))
    .addOption(
      new Option('--rows <rows>', 'of orders as CSV: a row for each order, or line').choices([
        'orders',
        'lines',
      ]),
    )
    .option('--filter <name=value...>', 'as the list takes it, for example status=placed')
    .option('--output <file>', 'where to save it; standard output when left out')
    .option('--json', 'print what was saved with --output, and errors, as JSON, for scripts')
    .action(async (list, options) => {
      const connection = await connectionOf(context, options);
      await (await import('../export.ts')).exportCommand(list, { ...options, ...connection }, signal);
    });
  example(commands.export, 'export orders --filter status=placed --output orders.csv');
};
