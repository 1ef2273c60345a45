/** Every command of the first level, by group. The file of a group is loaded when one of its commands is called. */
import type { Define } from './context.ts';

export type Group = {
  heading: string;
  /** True for commands that speak HTTP alone, or nothing at all: they load no part of the server. */
  isClient: boolean;
  commands: Record<string, string>;
  load(): Promise<Define>;
};

const group = <Names extends string>(
  heading: string,
  isClient: boolean,
  commands: Record<Names, string>,
  load: () => Promise<{ define: Define<Names> }>,
): Group => ({ heading, isClient, commands, load: async () => (await load()).define as Define });

export const GROUPS: Group[] = [
  group(
    'Connect to a server:',
    true,
    {
      login: 'sign in to a server and save the sign-in as a profile',
      logout: 'remove a profile from this machine',
      profiles: 'list profiles, and choose the one that commands use',
      whoami: 'show the tenant, the key or person, its rights and the server',
    },
    () => import('./groups/profiles.ts'),
  ),
  group(
    'Call the API:',
    true,
    {
      get: 'read from a path of the API',
      post: 'create something, or start an action',
      patch: 'change some fields',
      put: 'replace something as a whole',
      delete: 'delete something',
      list: 'show a list of the API: orders, customers, products, deliveries and all others',
    },
    () => import('./groups/calls.ts'),
  ),
  group(
    'Webhooks and events:',
    true,
    {
      listen: 'receive webhooks on this machine: show them, or forward them to your program',
      trigger: 'send the example of an event type to subscriptions',
      deliveries: 'webhook deliveries: list, show, follow, and send them again',
      subscriptions: 'webhook subscriptions: list them, and replay past events',
      events: 'events that webhooks carry',
    },
    () => import('./groups/webhooks.ts'),
  ),
  group(
    'Files:',
    true,
    {
      import: 'import orders, or products, from a file (CSV or NDJSON) through the API',
      export: 'export a list as CSV or NDJSON through the API',
    },
    () => import('./groups/files.ts'),
  ),
  group(
    'Content:',
    true,
    {
      content: 'copy content: export it as a file or a folder, and import that into another tenant',
      types: 'content types as files and as TypeScript: generate, pull, diff, push',
    },
    () => import('./groups/content.ts'),
  ),
  group(
    'This terminal:',
    true,
    {
      open: 'open the dashboard, the documentation or a record in the browser',
      completion: 'print the script that completes commands in bash, zsh or fish',
      complete: 'print the completions of a line; the scripts call it',
    },
    () => import('./groups/terminal.ts'),
  ),
  group(
    'Run a server:',
    false,
    {
      start: 'run everything: database (embedded unless DATABASE_URL is set), migrations, API and worker',
      api: 'run only the HTTP API (on a migrated database)',
      worker: 'run only the background work: events and webhook deliveries (on a migrated database)',
      migrate: 'create or update the database and its roles',
      doctor: 'check database, roles, row-level security, migrations, backlog and clock',
      backup:
        'save the rows of all tenants as of one moment, and their files, while everything runs; the secret is not in it',
      restore: 'load a backup into an empty database and an empty media storage, with the same secret',
      retry:
        'try again what was given up after repeated errors: events, merges, erasures and orders for stock',
      relay: 'the relay of events to NATS JetStream',
    },
    () => import('./groups/server.ts'),
  ),
  group(
    'Manage tenants, with access to the database:',
    false,
    {
      tenant: 'create and list tenants',
      staff: 'invite, list and remove staff users, and help those who lost their password',
      key: 'create, list and revoke API keys',
      'storefront-key': 'create and list keys that open the shop of a site',
      module: 'switch modules on and off',
      audit: 'check the audit log',
    },
    () => import('./groups/tenants.ts'),
  ),
];

/** The command of the first level that the words call; undefined if they name none. */
export const commandOf = (words: string[]): string | undefined =>
  words.find((word) => !word.startsWith('-') && word !== 'help');

/** True if the words call a command that loads no part of the server, or only ask for help. */
export function isClientCommand(words: string[]): boolean {
  const called = commandOf(words);
  return !GROUPS.some(({ commands, isClient }) => !isClient && called !== undefined && called in commands);
}
