/** The command line: every command, its options and its help. The files beside this one do the work. */
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { MODULES, ROLE_ORDER, SCOPES, type Scope } from '#kernel/auth/actor.ts';
import { self } from '#kernel/siblings/siblings.ts';
import about from '../../package.json' with { type: 'json' };
import type { Settings } from '../settings.ts';
import {
  createApiKey,
  createTenantCommand,
  listApiKeys,
  listTenantsCommand,
  revokeApiKey,
  switchModuleCommand,
  verifyAudit,
} from './admin.ts';
import { backupCommand } from './backup.ts';
import { listDeliveriesCommand, tailEvents } from './deliveries.ts';
import { doctor } from './doctor.ts';
import { EXPORTED, exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { listen } from './listen.ts';
import { migrateCommand } from './migrate.ts';
import { LIMITED, quotaCommand } from './quota.ts';
import { removeRelayCommand } from './relay.ts';
import { restoreCommand } from './restore.ts';
import { retryCommand } from './retry.ts';
import type { Roles } from './serve.ts';
import { inviteStaff, resetPasswordCommand, resetSecondFactor } from './staff.ts';
import { addStorefrontKeyCommands } from './storefront-key.ts';

export function createProgram(config: () => Settings, signal: AbortSignal): Command {
  const program = new Command('colonnade')
    .description('A multi-tenant business platform: orders, keys, staff, and signed webhooks.')
    .version(about.version)
    .addHelpText(
      'after',
      '\nSettings come from the environment (PORT, DATABASE_URL, …); the README lists them all.',
    )
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'colonnade: ')) });
  // The server is most of the program, and the other commands need not load it.
  const serve = async (roles: Roles) => {
    const settings = config();
    if (roles.api && settings.processes > 1 && self.name === null) {
      return (await import('./supervise.ts')).supervise(settings, roles, signal);
    }
    await (await import('./serve.ts')).serve(settings, roles, signal);
  };
  const json = () => new Option('--json', 'print one JSON document, for scripts');

  program
    .command('start')
    .description('run everything: database (embedded unless DATABASE_URL is set), migrations, API and worker')
    .action(() => serve({ api: true, worker: true, migrate: true }));
  program
    .command('api')
    .description('run only the HTTP API (on a migrated database)')
    .action(() => serve({ api: true, worker: false, migrate: false }));
  program
    .command('worker')
    .description('run only the background work: events and webhook deliveries (on a migrated database)')
    .action(() => serve({ api: false, worker: true, migrate: false }));
  program
    .command('migrate')
    .description('create or update the database and its roles')
    .addOption(json())
    .action((options) => migrateCommand(config(), options));
  program
    .command('doctor')
    .description('check database, roles, row-level security, migrations, backlog and clock')
    .addOption(json())
    .action((options) => doctor(config(), options));
  program
    .command('backup')
    .description(
      'save the rows of all tenants as of one moment, and their files, while everything runs; the secret is not in it',
    )
    .argument('<file>', 'where to save it; - for standard output')
    .addOption(json())
    .action((file, options) => backupCommand(config(), file, options, signal));
  program
    .command('restore')
    .description('load a backup into an empty database and an empty media storage, with the same secret')
    .argument('<file>', 'the backup; - for standard input')
    .addOption(json())
    .action((file, options) => restoreCommand(config(), file, options, signal));
  program
    .command('retry')
    .description(
      'try again what was given up after repeated errors: events, merges, erasures and orders for stock',
    )
    .option('--tenant <slug>', 'of this tenant alone')
    .addOption(json())
    .action((options) => retryCommand(config(), options));
  program
    .command('relay')
    .description('the relay of events to NATS JetStream')
    .command('remove')
    .description('end it, after NATS_URL was taken from every worker; its streams stay')
    .addOption(json())
    .action((options) => removeRelayCommand(config(), options));

  const tenant = program.command('tenant').description('create and list tenants');
  tenant
    .command('create')
    .description('create a tenant and a link for its owner; every module is on')
    .requiredOption('--name <name>', 'what the business is called')
    .requiredOption('--owner-email <email>', 'who is invited as its owner')
    .option('--slug <slug>', 'short name in commands and sign-in; made from the name when left out')
    .addOption(json())
    .action((options) => createTenantCommand(config(), options));
  tenant
    .command('list')
    .description('list all tenants')
    .addOption(json())
    .action((options) => listTenantsCommand(config(), options));
  tenant
    .command('quota')
    .description('show what a tenant uses, or allow it more or less than the settings allow each')
    .addArgument(new Argument('[kind]', 'what to limit').choices(LIMITED.map(({ name }) => name)))
    .argument('[amount]', 'a number, such as 500000 or 20GiB; none for no limit; default for the setting')
    .requiredOption('--tenant <slug>', 'the tenant')
    .addOption(json())
    .action((kind, amount, options) => quotaCommand(config(), kind, amount, options));

  const staff = program
    .command('staff')
    .description('invite staff users, and help those who lost their password');
  staff
    .command('invite')
    .alias('add')
    .description(
      'make a link with which someone joins the staff of a tenant; a new one, if they are invited already',
    )
    .requiredOption('--tenant <slug>', 'the tenant')
    .requiredOption('--email <email>', 'who is invited')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLE_ORDER).makeOptionMandatory())
    .addOption(json())
    .action((options) => inviteStaff(config(), options));
  staff
    .command('reset-password')
    .description('make a link that sets a new password; the old one and all sign-ins end at once')
    .requiredOption('--email <email>', 'whose')
    .option('--tenant <slug>', 'where they work, if several accounts have the address')
    .addOption(json())
    .action((options) => resetPasswordCommand(config(), options));
  staff
    .command('reset-second-factor')
    .description('remove the second factor and the recovery codes of someone who lost them')
    .requiredOption('--email <email>', 'whose')
    .option('--tenant <slug>', 'where they work, if several accounts have the address')
    .addOption(json())
    .action((options) => resetSecondFactor(config(), options));

  addStorefrontKeyCommands(program, config, json);
  const key = program.command('key').description('create, list and revoke API keys');
  key
    .command('create')
    .description('create an API key; it is shown this once')
    .requiredOption('--tenant <slug>', 'the tenant it belongs to')
    .requiredOption('--label <label>', 'what it is for')
    .addOption(
      new Option('--scope <scope...>', `what it may do, one or more of: ${SCOPES.join(', ')}`)
        .argParser(parseScopes)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--expires-in <time>', 'for example 90d, 12h or 30m; never when left out').argParser(
        parseDuration,
      ),
    )
    .addOption(json())
    .action((options) => createApiKey(config(), options));
  key
    .command('list')
    .description('list API keys')
    .option('--tenant <slug>', 'only of this tenant')
    .addOption(json())
    .action((options) => listApiKeys(config(), options));
  key
    .command('revoke')
    .description('revoke an API key, from its next request on')
    .argument('<id>', 'its id, or the eight characters after sk_live_')
    .addOption(json())
    .action((id, options) => revokeApiKey(config(), id, options));

  const module = program.command('module').description('switch modules on and off');
  for (const [verb, active] of [
    ['on', true],
    ['off', false],
  ] as const) {
    module
      .command(verb)
      .description(active ? 'switch a module on' : 'switch a module off; its data stays')
      .addArgument(new Argument('<name>', 'the module').choices(MODULES))
      .requiredOption('--tenant <slug>', 'the tenant')
      .addOption(json())
      .action((name, options) => switchModuleCommand(config(), name, active, options));
  }

  program
    .command('audit')
    .description('check the audit log')
    .command('verify')
    .description("check that a tenant's audit log is whole and unchanged")
    .requiredOption('--tenant <slug>', 'the tenant')
    .addOption(json())
    .action((options) => verifyAudit(config(), options));

  const connected = (command: Command) =>
    command
      .addOption(new Option('--url <url>', 'the server; PUBLIC_URL of this machine when left out'))
      .addOption(new Option('--key <key>', 'an API key; better in the environment').env('COLONNADE_KEY'));
  connected(program.command('import'))
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
    .action((file, options) =>
      importCommand(file, { ...options, url: options.url ?? config().publicUrl }, signal),
    );
  connected(program.command('export'))
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
    .action((list, options) =>
      exportCommand(list, { ...options, url: options.url ?? config().publicUrl }, signal),
    );
  connected(program.command('deliveries').description('webhook deliveries').command('list'))
    .description(
      'list webhook deliveries through the API, those of the newest events first; the key needs read:webhooks',
    )
    .option('--filter <name=value...>', 'as the list takes it, for example status=failed or statusCode=5xx')
    .addOption(new Option('--limit <number>', 'how many at most').default(25).argParser(parseLimit))
    .addOption(json())
    .action((options) =>
      listDeliveriesCommand({ ...options, url: options.url ?? config().publicUrl }, signal),
    );
  connected(program.command('events').description('events that webhooks carry').command('tail'))
    .description('show events as they happen, through the API; the key needs read:webhooks')
    .option('--types <types>', 'only these, with commas between them')
    .option('--after <cursor>', 'begin behind this cursor of GET /v1/events; now when left out')
    .option('--json', 'print each event as one line of JSON, for scripts')
    .action((options) => tailEvents({ ...options, url: options.url ?? config().publicUrl }, signal));

  program
    .command('listen')
    .description('a local webhook receiver that checks signatures and shows what arrives')
    .addOption(new Option('--port <port>', 'where to listen').default(4000).argParser(parsePort))
    .option('--secret <whsec>', 'the signing secret; without it signatures are not checked')
    .option('--json', 'print each delivery as one line of JSON, for scripts')
    .action((options) => listen(options, signal));
  pointToHelp(program, 'colonnade');
  return program;
}

function pointToHelp(command: Command, path: string): void {
  command.showHelpAfterError(`See: npx ${path} --help`);
  for (const sub of command.commands) pointToHelp(sub, `${path} ${sub.name()}`);
}

/** Accepts lists in every common form: `--scope a b`, `--scope a --scope b`, `--scope a,b`. */
function parseScopes(text: string, before: Scope[] = []): Scope[] {
  const scopes = text.split(',').map((name) => {
    const scope = SCOPES.find((candidate) => candidate === name.trim());
    if (scope === undefined) {
      throw new InvalidArgumentError(`There is no scope "${name.trim()}". There are: ${SCOPES.join(', ')}.`);
    }
    return scope;
  });
  return [...before, ...scopes];
}

const MILLISECONDS = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export function parseDuration(text: string): number {
  const match = /^([1-9]\d{0,5})([mhd])$/.exec(text);
  if (match === null) throw new InvalidArgumentError('Give a number and m, h or d, for example 90d.');
  return Number(match[1]) * MILLISECONDS[match[2] as keyof typeof MILLISECONDS];
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || limit > 10_000)
    throw new InvalidArgumentError('Give a number from 1 to 10000.');
  return limit;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('Give a number from 0 to 65535.');
  return port;
}
