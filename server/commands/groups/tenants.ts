/** Tenants with their staff, keys and modules: the commands of an operator with access to the database. */
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { MODULES, ROLE_ORDER, SCOPES, type Scope } from '#kernel/auth/actor.ts';
import type { Context, Define } from '../context.ts';
import { example, json, parseDuration } from '../describing.ts';

type Names = 'tenant' | 'staff' | 'key' | 'storefront-key' | 'module' | 'audit';

const TENANT = ['--tenant <slug>', 'the tenant'] as const;
const admin = () => import('../admin.ts');

export const define: Define<Names> = (commands, context) => {
  defineTenant(commands.tenant, context);
  defineStaff(commands.staff, context);
  defineKey(commands.key, context);
  defineStorefrontKey(commands['storefront-key'], context);
  defineModule(commands.module, context);
  example(commands.audit.command('verify'), 'audit verify --tenant acme')
    .description("check that a tenant's audit log is whole and unchanged")
    .requiredOption(...TENANT)
    .addOption(json())
    .action(async (options) => (await admin()).verifyAudit(await context.settings(), options));
};

function defineTenant(tenant: Command, { settings }: Context): void {
  example(tenant.command('create'), 'tenant create --name Acme --owner-email ada@acme.example')
    .description('create a tenant and a link for its owner; every module is on')
    .requiredOption('--name <name>', 'what the business is called')
    .requiredOption('--owner-email <email>', 'who is invited as its owner')
    .option('--slug <slug>', 'short name in commands and sign-in; made from the name when left out')
    .addOption(json())
    .action(async (options) => (await admin()).createTenantCommand(await settings(), options));
  example(tenant.command('list'), 'tenant list')
    .description('list all tenants')
    .addOption(json())
    .action(async (options) => (await admin()).listTenantsCommand(await settings(), options));
  example(tenant.command('quota'), 'tenant quota --tenant acme', 'tenant quota --tenant acme files 20GiB')
    .description('show what a tenant uses, or allow it more or less than the settings allow each')
    .argument('[kind]', 'what to limit, such as files')
    .argument('[amount]', 'a number, such as 500000 or 20GiB; none for no limit; default for the setting')
    .requiredOption(...TENANT)
    .addOption(json())
    .action(async (kind, amount, options) =>
      (await import('../quota.ts')).quotaCommand(await settings(), kind, amount, options),
    );
}

function defineStaff(staff: Command, { settings }: Context): void {
  const work = () => import('../staff.ts');
  const whose = (command: Command) =>
    command
      .requiredOption('--email <email>', 'whose')
      .option('--tenant <slug>', 'where they work, if several accounts have the address')
      .addOption(json());
  example(staff.command('invite'), 'staff invite --tenant acme --email ed@acme.example --role editor')
    .alias('add')
    .description(
      'make a link with which someone joins the staff of a tenant; a new one, if they are invited already',
    )
    .requiredOption(...TENANT)
    .requiredOption('--email <email>', 'who is invited')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLE_ORDER).makeOptionMandatory())
    .addOption(json())
    .action(async (options) => (await work()).inviteStaff(await settings(), options));
  example(staff.command('list'), 'staff list --tenant acme')
    .description('list the staff of a tenant, and who is invited')
    .requiredOption(...TENANT)
    .addOption(json())
    .action(async (options) => (await work()).listStaff(await settings(), options));
  example(staff.command('remove'), 'staff remove --tenant acme --email ed@acme.example')
    .description('remove someone from the staff of a tenant, or withdraw an invitation; the last owner stays')
    .requiredOption(...TENANT)
    .requiredOption('--email <email>', 'whom')
    .addOption(json())
    .action(async (options) => (await work()).removeStaff(await settings(), options));
  whose(example(staff.command('reset-password'), 'staff reset-password --email ed@acme.example'))
    .description('make a link that sets a new password; the old one and all sign-ins end at once')
    .action(async (options) => (await work()).resetPasswordCommand(await settings(), options));
  whose(example(staff.command('reset-second-factor'), 'staff reset-second-factor --email ed@acme.example'))
    .description('remove the second factor and the recovery codes of someone who lost them')
    .action(async (options) => (await work()).resetSecondFactor(await settings(), options));
}

function defineKey(key: Command, { settings }: Context): void {
  example(
    key.command('create'),
    'key create --tenant acme --label Shop --scope read:crm write:crm --expires-in 90d',
  )
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
    .action(async (options) => (await admin()).createApiKey(await settings(), options));
  example(key.command('list'), 'key list --tenant acme')
    .description('list API keys')
    .option('--tenant <slug>', 'only of this tenant')
    .addOption(json())
    .action(async (options) => (await admin()).listApiKeys(await settings(), options));
  example(key.command('revoke'), 'key revoke 7Hq2mZ0a')
    .description('revoke an API key, from its next request on')
    .argument('<id>', 'its id, or the eight characters after sk_live_')
    .addOption(json())
    .action(async (id, options) => (await admin()).revokeApiKey(await settings(), id, options));
}

function defineStorefrontKey(storefrontKey: Command, { settings }: Context): void {
  const work = () => import('../storefront-key.ts');
  example(storefrontKey.command('create'), 'storefront-key create --tenant acme --label Web')
    .description('create a storefront key, which may be public')
    .requiredOption('--tenant <slug>', 'the tenant it belongs to')
    .requiredOption('--label <label>', 'what it is for')
    .option('--property <id>', 'the site; the default one when left out')
    .option('--content <types...>', 'the content types whose published entries it reads')
    .addOption(json())
    .action(async (options) => (await work()).createStorefrontKeyCommand(await settings(), options));
  example(storefrontKey.command('list'), 'storefront-key list --tenant acme')
    .description('list storefront keys')
    .requiredOption('--tenant <slug>', 'the tenant they belong to')
    .addOption(json())
    .action(async (options) => (await work()).listStorefrontKeysCommand(await settings(), options));
}

function defineModule(module: Command, { settings }: Context): void {
  for (const [verb, active] of [
    ['on', true],
    ['off', false],
  ] as const) {
    example(module.command(verb), `module ${verb} --tenant acme redirects`)
      .description(active ? 'switch a module on' : 'switch a module off; its data stays')
      .addArgument(new Argument('<name>', 'the module').choices(MODULES))
      .requiredOption(...TENANT)
      .addOption(json())
      .action(async (name, options) =>
        (await admin()).switchModuleCommand(await settings(), name, active, options),
      );
  }
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
