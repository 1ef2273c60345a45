/** Calls of the API. */
import { type Command, Option } from 'commander';
import { connectionOf } from '../client/connection.ts';
import type { Context, Define } from '../context.ts';
import { collect, connected, example, limitOption } from '../describing.ts';

type Names = 'get' | 'post' | 'patch' | 'put' | 'delete' | 'list';

const DATA = `
The body (-d, --data) is one of:
  a JSON document   -d '{"name":"Ada"}'
  a file            -d @order.json, or -d @- for standard input
  fields            -d name=Ada is a text, -d quantity:=2 any JSON value,
                    -d 'items[0][sku]=TEA-1' reaches into lists and objects`;

export const define: Define<Names> = (commands, context) => {
  call(
    commands.get,
    context,
    false,
    'get /v1/me',
    'get /v1/crm/orders --query status=placed --query limit=5',
  );
  call(
    commands.post,
    context,
    true,
    'post /v1/crm/customers -d name="Ada Lovelace"',
    "post /v1/crm/orders -d customerId=… -d currency=EUR -d 'items[0][sku]=TEA-1' -d 'items[0][name]=Tea' -d 'items[0][unitPrice]:=4.5'",
  );
  call(commands.patch, context, true, 'patch /v1/crm/customers/ID -d name=Ada --if-match 3');
  call(commands.put, context, true, 'put /v1/checkout/settings -d @settings.json');
  call(commands.delete, context, false, 'delete /v1/redirects/ID --dry-run');

  connected(commands.list)
    .argument('<what>', 'orders, customers, products, deliveries, …; a wrong name shows all')
    .argument('[ids...]', 'where a list belongs to something: customer-orders ID')
    .addOption(filterOption())
    .addOption(limitOption(25))
    .option('--all', 'every row, page by page')
    .option('--json', 'print one JSON document; other programs get one line of JSON for each row anyway')
    .action(async (what, ids, options) => {
      const connection = await connectionOf(context, options);
      const { listCommand } = await import('../client/list.ts');
      await listCommand(what, ids, { ...options, ...connection }, context.signal);
    });
  example(
    commands.list,
    'list orders --filter status=placed --limit 10',
    'list customers --all > customers.ndjson',
  );
};

const filterOption = () =>
  new Option(
    '--filter <name=value>',
    'as the list takes it, for example status=placed; may be repeated',
  ).argParser(collect);

function call(command: Command, context: Context, hasBody: boolean, ...examples: string[]): void {
  connected(command).argument('<path>', 'such as /v1/crm/orders; /docs of the server has all');
  if (hasBody) {
    command
      .addOption(new Option('-d, --data <data>', 'the body, or a field of it; see below').argParser(collect))
      .option('--content-type <type>', 'of --data @file, such as text/csv; JSON when left out')
      .option('--idempotency-key <key>', 'makes a POST safe to repeat: the second one changes nothing');
  }
  command
    .addOption(
      new Option('--query <name=value>', 'a parameter of the query; may be repeated').argParser(collect),
    )
    .option('--if-match <version>', 'only if the record still has this version')
    .option('--dry-run', 'check everything and change nothing')
    .option('--include', 'show the status and the headers of the answer too')
    .option('--json', 'print the answer as it comes, and errors as JSON')
    .action(async (path, options) => {
      const connection = await connectionOf(context, options);
      const { callCommand } = await import('../client/call.ts');
      await callCommand(command.name().toUpperCase(), path, { ...options, ...connection }, context.signal);
    });
  if (hasBody) command.addHelpText('after', DATA);
  example(command, ...examples);
}
