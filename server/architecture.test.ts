/** The rules of ARCHITECTURE.md that span more than one file. A rule that fails says what to do instead. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { describe, it } from 'node:test';

type Source = { path: string; text: string };

const SERVER = import.meta.dirname;
const DASHBOARD = join(SERVER, '../dashboard/src');
const read = (pattern: string, folder = SERVER): Source[] =>
  globSync(pattern, { cwd: folder }).map((path) => ({
    path,
    text: readFileSync(join(folder, path), 'utf8'),
  }));
const sources = read('**/*.ts');
const screens = read('**/*.{ts,tsx}', DASHBOARD);

/** Files that may use the functions with access to all tenants. */
const LOUD = [
  'commands/relay.ts',
  'kernel/clock.ts',
  'kernel/db/db.ts',
  'kernel/events/dispatcher.ts',
  'kernel/http/counted-attempts.ts',
  'kernel/http/health.ts',
  'kernel/imports/imports.worker.ts',
  'kernel/relay/relay.worker.ts',
  'kernel/usage.ts',
  'kernel/work/backlog.ts',
  'kernel/work/chores.ts',
  'kernel/work/poller.ts',
  'kernel/work/row-changes.ts',
  'modules/access/staff/accounts.sql.ts',
  'modules/access/staff/accounts.ts',
  'modules/access/sessions/guess-limits.sql.ts',
  'modules/access/staff/invitations.sql.ts',
  'modules/access/keys/networks.sql.ts',
  'modules/access/keys/table.sql.ts',
  'modules/access/keys/keys.sql.ts',
  'modules/access/keys/cache.sql.ts',
  'modules/access/sessions/own-sessions.sql.ts',
  'modules/access/passwords/password-links.sql.ts',
  'modules/access/passwords/password-links.ts',
  'modules/access/second-factors/second-factors.sql.ts',
  'modules/access/sessions/sessions.sql.ts',
  'modules/access/sessions/sessions.ts',
  'modules/access/tenants/switch.sql.ts',
  'modules/access/storefront/customer-sessions.sql.ts',
  'modules/access/storefront/shops.sql.ts',
  'modules/access/tenants/tenants.sql.ts',
  'modules/catalog/storefront/product-reading.ts',
  'modules/checkout/checkout.worker.ts',
  'modules/content/publishing/published-reading.ts',
  'modules/content/publishing/schedule.worker.ts',
  'modules/content/reading/kept-answers.sql.ts',
  'modules/content/releases/releases.worker.ts',
  'modules/content/locales/change.worker.ts',
  'modules/content/types/migration-run.worker.ts',
  'modules/crm/customers/life/work.worker.ts',
  'modules/crm/customers/revenue/revenue.worker.ts',
  'modules/crm/metrics/quarters.worker.ts',
  'modules/crm/orders/placing/placing.ts',
  'modules/inventory/items/announcing.worker.ts',
  'modules/inventory/differences.sql.ts',
  'modules/inventory/orders/orders.worker.ts',
  'modules/inventory/reservations/reserving.ts',
  'modules/inventory/reservations/sweep.worker.ts',
  'modules/requests/recording.sql.ts',
  'modules/properties/directory.sql.ts',
  'modules/properties/domains.sql.ts',
  'modules/media/images/processing.worker.ts',
  'modules/media/storage/sweeping.worker.ts',
  'modules/webhooks/delivery/backlogs.ts',
  'modules/webhooks/delivery/delivery.worker.ts',
  'modules/webhooks/on-request/replays.worker.ts',
  'modules/webhooks/delivery/cleanup.worker.ts',
  'modules/webhooks/delivery/bursts.worker.ts',
  'modules/webhooks/delivery/disabling.worker.ts',
  'modules/webhooks/delivery/sweeps.worker.ts',
  'modules/webhooks/delivery/warnings.worker.ts',
];

/** Files of the kernel that name business, each a table that clients or operators read as one. */
const NAMES_BUSINESS = [
  // Scopes, modules and error codes of the contract.
  'kernel/auth/actor.ts',
  // The bearers of the storefront.
  'kernel/auth/shopper.ts',
  'kernel/error-catalogue.ts',
  // An OpenAPI document has a part that is called webhooks.
  'kernel/http/docs/openapi.ts',
  'kernel/http/docs/webhooks.ts',
  // Event types of the contract.
  'kernel/events/catalogue.ts',
  // Event lanes (decision 24).
  'kernel/events/lanes.ts',
];
const BUSINESS = /webhook|customer|subscription|rendition|\border_|\borders\b|\bredirects\b/i;
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

const READS_ENVIRONMENT = [
  'main.ts',
  // npm's variables for its processes, and the environment that a child process inherits, are no settings.
  'commands/stopping.ts',
  'kernel/db/embedded.ts',
];

// These two read the server's own facts (its version, its clock, its databases), not a tenant's data.
const ASKS_THE_SERVER = ['boot.ts', 'commands/doctor.ts'];

const isTest = (path: string) => /\.test\.ts$|(^|\/)testing(\/|\.ts$)/.test(path);
const moduleOf = (path: string) => /^modules\/([^/]+)\//.exec(path)?.[1];

/** The imports of a file, as paths from server/; packages are left out. */
function importsOf({ path, text }: Source): string[] {
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)]
    .map((match) => match[1]!)
    .filter((name) => name.startsWith('.') || name.startsWith('#kernel/'))
    .map((name) => (name.startsWith('#') ? name.slice(1) : join(dirname(path), name)));
}

// "event-types" describes its content; "types" alone does not.
const SAYS_NOTHING = /(^|[/.-])(utils?|helpers?|common|services?|managers?)[/.]|(^|[/.])(index|types)[/.]/;
/** The types that tenants define. */
const CONTENT_TYPES = /modules\/content\/types\/(types\.)?/;
const STATEMENT =
  /['"`]\s*(select\s|insert into\s|update \w+ set\s|delete from\s|with \w+ as\s|(create|alter|drop) (table|role|database|index|view|function)\s)/i;
const QUERY = /\.(query|identityQuery|callersQuery)\s*[(<]/;
const LOUD_NAME =
  /\b(acrossTenants(Query)?|inTenantsQuery|readInTenants|identityQuery|callersQuery)\b|\.identity\b|[{,]\s*identity\s*[,}]/;

const RULES: Record<string, { instead: string; breaks(source: Source): boolean; caught: Source }> = {
  'the kernel imports nothing but the kernel': {
    instead: 'What the kernel needs of the business is passed in by app.ts.',
    breaks: (source) =>
      source.path.startsWith('kernel/') &&
      !isTest(source.path) &&
      importsOf(source).some((path) => !path.startsWith('kernel/')),
    caught: { path: 'kernel/work/loop.ts', text: "import { buildApp } from '../../app.ts';" },
  },
  'the kernel names no business': {
    instead: 'Let the module say it: in its facts.ts, in its settings.ts, in its metrics, or as an argument.',
    breaks: ({ path, text }) =>
      path.startsWith('kernel/') &&
      !isTest(path) &&
      !NAMES_BUSINESS.includes(path) &&
      BUSINESS.test(withoutComments(text)),
    caught: { path: 'kernel/work/chores.ts', text: "const QUEUE = 'webhook_queue';" },
  },
  'a module imports no other module': {
    instead: 'Modules meet through events, or by a function that modules.ts passes in.',
    breaks: (source) =>
      moduleOf(source.path) !== undefined &&
      importsOf(source).some((path) => ![undefined, moduleOf(source.path)].includes(moduleOf(path))),
    caught: { path: 'modules/crm/orders/orders.ts', text: "const m = await import('../../access/keys.ts');" },
  },
  'a module imports from itself and from #kernel': {
    instead: 'Say #kernel/… or ./…; only tests reach for ../../testing.ts and the app.',
    breaks: (source) =>
      moduleOf(source.path) !== undefined &&
      (/from\s+'(\.\.\/)+kernel\//.test(source.text) ||
        importsOf(source).some(
          (path) =>
            !path.startsWith('kernel/') &&
            moduleOf(path) === undefined &&
            !(isTest(source.path) && ['testing.ts', 'app.ts'].includes(path)),
        )),
    caught: { path: 'modules/crm/orders/orders.ts', text: "import { boot } from '../../../boot.ts';" },
  },
  'every connection to PostgreSQL finds the primary': {
    instead: 'Use the class and the address that toPrimary returns: DATABASE_URL may list several hosts.',
    breaks: ({ path, text }) =>
      !isTest(path) && /new pg\.(Client|Pool)\(/.test(text) && !text.includes('toPrimary('),
    caught: { path: 'commands/migrate.ts', text: 'const owner = new pg.Client({ connectionString });' },
  },
  'SQL is in .sql.ts files, migrations and the kernel': {
    instead:
      'Move the statement into the .sql.ts file of its noun, as a function that is named for what it does.',
    breaks: ({ path, text }) =>
      !path.startsWith('kernel/') &&
      !path.endsWith('.sql.ts') &&
      !isTest(path) &&
      !ASKS_THE_SERVER.includes(path) &&
      (STATEMENT.test(text) || QUERY.test(text)),
    caught: { path: 'modules/crm/orders/orders.ts', text: 'await tx.query(`select 1`)' },
  },
  'work across tenants is done in a few known places': {
    instead:
      'Use inTenant. If it must be across tenants, add the file to LOUD in this test, and expect questions.',
    breaks: ({ path, text }) => !isTest(path) && !LOUD.includes(path) && LOUD_NAME.test(text),
    caught: { path: 'modules/crm/orders/orders.ts', text: 'const { identity, close } = db;' },
  },
  'a file is named for what is in it': {
    instead:
      'Name it by its noun and its role: orders.ts, orders.routes.ts, orders.sql.ts, delivery.worker.ts.',
    breaks: ({ path }) => SAYS_NOTHING.test(path.replace(CONTENT_TYPES, '')),
    caught: { path: 'modules/crm/order-utils.ts', text: '' },
  },
  'settings are read once, in main.ts': {
    instead:
      'Take what you need as an argument; a new setting belongs in the settings.ts of its module, or in kernel/config.ts.',
    breaks: ({ path, text }) =>
      !isTest(path) && !READS_ENVIRONMENT.includes(path) && /\bprocess\.env\b/.test(text),
    caught: { path: 'kernel/log.ts', text: 'const level = process.env.LOG_LEVEL;' },
  },
  'in a module, time is an argument': {
    instead: 'Take `now: Date` (or `clock`) as an argument, so that tests can move it.',
    breaks: ({ path, text }) =>
      moduleOf(path) !== undefined && !isTest(path) && /\bnew Date\(\s*\)|\bDate\.now\(/.test(text),
    caught: { path: 'modules/crm/orders/orders.ts', text: 'const createdAt = new Date();' },
  },
};

for (const [rule, { instead, breaks, caught }] of Object.entries(RULES)) {
  describe(rule, () => {
    it('in every file', () => {
      const offenders = sources.filter(breaks).map((source) => `server/${source.path}`);
      assert.deepEqual(offenders, [], `${rule}. ${instead}\n  ${offenders.join('\n  ')}`);
    });
    it(`and a violation is noticed: ${caught.text || caught.path}`, () => assert.ok(breaks(caught)));
  });
}

/** Groups of files that import each other, directly or through others: none can be read without the rest of its group. */
function circlesOf(all: Source[]): string[][] {
  const imports = new Map(all.map((source) => [source.path, importsOf(source)]));
  const reached = new Map([...imports.keys()].map((path) => [path, reachableFrom(path)]));
  function reachableFrom(start: string): Set<string> {
    const found = new Set<string>();
    const open = [start];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      for (const next of imports.get(path) ?? []) {
        if (found.has(next)) continue;
        found.add(next);
        open.push(next);
      }
    }
    return found;
  }
  const circles = [...imports.keys()]
    .filter((path) => reached.get(path)!.has(path))
    .map((path) => [...reached.get(path)!].filter((other) => reached.get(other)?.has(path)).sort());
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()];
}

/** A list of fields may contain a list of fields, so its editor and its input render themselves. */
const RECURSIVE = [
  'features/content/condition-options.tsx, features/content/field-options.tsx, features/content/fields-editor.tsx, features/content/item-options.tsx',
  'features/content/inputs/block-row.tsx, features/content/inputs/blocks-input.tsx, features/content/inputs/field-input.tsx, features/content/inputs/group-input.tsx, features/content/inputs/list-input.tsx, features/content/inputs/member-input.tsx',
];

describe('no files import each other in a loop', () => {
  const circlesIn = (files: Source[]) => circlesOf(files).map((circle) => circle.join(', '));
  const instead = 'Move what both need into a file below them: fields (schemas), a record (rows), a type.';

  it('in the server', () => {
    const circles = circlesIn(sources.filter(({ path }) => !isTest(path)));
    assert.deepEqual(circles, [], `${instead}\n  ${circles.join('\n  ')}`);
  });

  it('in the dashboard', () => {
    const circles = circlesIn(screens).sort();
    assert.deepEqual(circles, RECURSIVE, `${instead}\n  ${circles.join('\n  ')}`);
  });

  it('and a loop through a third file is noticed', () => {
    const circle = [
      { path: 'a.ts', text: "import { b } from './b.ts';" },
      { path: 'b.ts', text: "import type { C } from './c.ts';" },
      { path: 'c.ts', text: "import { a } from './a.ts';" },
      { path: 'd.ts', text: "import { a } from './a.ts';" },
    ];
    assert.deepEqual(circlesOf(circle), [['a.ts', 'b.ts', 'c.ts']]);
  });
});

describe('the dashboard imports downwards: app, features, ui, api, session', () => {
  const FLOORS = ['session', 'api', 'ui', 'features', 'app'];
  // A component may read the session; a feature gets the list of screens only through the app.
  const floorOf = (path: string) => FLOORS.indexOf(path.split(/[/.]/)[0]!);
  const upwards = (files: Source[]) =>
    files.flatMap((source) =>
      importsOf(source)
        .filter((path) => floorOf(path) > floorOf(source.path))
        .map((path) => `${source.path} imports ${path}`),
    );

  it('in every file', () => {
    const found = upwards(screens);
    assert.deepEqual(found, [], `Move what is needed below: to ui/ or session/.\n  ${found.join('\n  ')}`);
  });

  it('and a feature that imports the app is noticed', () => {
    const source = {
      path: 'features/home/home.screen.tsx',
      text: "import { router } from '../../app/router.tsx';",
    };
    assert.equal(upwards([source]).length, 1);
  });
});

describe('the dashboard makes formats in one place', () => {
  const FORMAT = /\btoLocale(Date|Time)?String\(|\bIntl\.(NumberFormat|DateTimeFormat|RelativeTimeFormat)\(/;
  const MAKES_FORMATS = [
    // Show what a choice would look like, before it is made.
    'features/settings/time-zone-select.tsx',
    'ui/format-select.tsx',
    'ui/formats.ts',
  ];
  const found = screens.filter(({ text }) => FORMAT.test(text)).map(({ path }) => path);

  it('which knows the person, the tenant and its time zone', () => {
    const others = found.filter((path) => !MAKES_FORMATS.includes(path));
    assert.deepEqual(others, [], `Use ui/formats.ts.\n  ${others.join('\n  ')}`);
  });
});

it('shared rules import nothing but each other, so that a browser can run them', () => {
  const foreign = read('*.ts', join(SERVER, '../shared'))
    .filter(({ path }) => !isTest(path))
    // Examples of code in templates import what they need.
    .filter(({ text }) => /\bfrom\s+'(?!\.\/)/.test(text.replace(/`(?:\\.|[^`\\])*`/gs, '')))
    .map(({ path }) => path);
  assert.deepEqual(foreign, [], 'Pass what is needed as an argument.');
});

/** Tables that a migration of another folder created, before their own folder existed. */
const TABLES_OF: Record<string, string> = {
  idempotency_forgotten: 'kernel',
  notices: 'kernel',
  search_texts: 'search',
  search_words: 'search',
};
/** A module uses its own tables and the kernel's. These files use another module's, each for the reason in its decision. */
const FOREIGN_TABLES = [
  // Decision 47: the look-up of a shopper's request finds the default property in the same statement.
  'modules/access/storefront/shops.sql.ts: properties',
  // Decisions 12 and 15: the statement that lists orders searches their words, and the CRM's consumer writes them.
  'modules/crm/orders/lists/filters.sql.ts: search_texts, search_words',
  'modules/crm/orders/lists/search.sql.ts: search_texts, search_trigrams, search_words',
];

describe('tables have owners', () => {
  const ownerOf = (path: string) => moduleOf(path) ?? (path.startsWith('kernel/') ? 'kernel' : 'app');
  const owners = new Map(
    read('**/migrations/*.sql').flatMap(({ path, text }) =>
      [...text.matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/gi)].map(
        ([, table]) => [table!, TABLES_OF[table!] ?? ownerOf(path)] as const,
      ),
    ),
  );
  /** Each file with the tables in its statements that belong to another module. */
  const foreign = (files: Source[]) =>
    files.flatMap(({ path, text }) => {
      const named = [...text.matchAll(/\b(?:from|join|into|update|only|table)\s+(\w+)/gi)].map(
        ([, table]) => table!,
      );
      const tables = [...new Set(named)]
        .filter((table) => ![undefined, 'kernel', ownerOf(path)].includes(owners.get(table)))
        .sort();
      return tables.length === 0 ? [] : [`${path}: ${tables.join(', ')}`];
    });

  it('and a file uses only those of its own module and of the kernel', () => {
    const found = foreign(sources.filter(({ path }) => !isTest(path))).sort();
    const instead = 'Ask the owner by an event, or by a function that modules.ts passes in.';
    assert.deepEqual(found, FOREIGN_TABLES, `${instead}\n  ${found.join('\n  ')}`);
  });

  it('and a module that reads the orders is noticed', () => {
    const source = { path: 'modules/search/search.sql.ts', text: '`select id from orders o`' };
    assert.deepEqual(foreign([source]), ['modules/search/search.sql.ts: orders']);
  });
});

describe('every migration', () => {
  const migrations = read('**/migrations/*.sql');

  it('begins with its reason', () => {
    const silent = migrations
      .filter(({ text }) => !/^-- Why: \S.*[.?!]\n/.test(text))
      .map(({ path }) => path);
    assert.deepEqual(silent, [], `Begin with one sentence: "-- Why: …." in ${silent.join(', ')}`);
  });

  it('has a unique number and a name that says what it creates', () => {
    const names = migrations.map(({ path }) => basename(path)).sort();
    names.forEach((name, index) => {
      const number = String(index + 1).padStart(4, '0');
      assert.match(name, new RegExp(`^${number}-[a-z0-9-]+\\.sql$`), `Give ${name} the next free number.`);
    });
  });
});

it('the lists of exceptions contain only files that need the exception', () => {
  const text = new Map(sources.map((source) => [source.path, source.text]));
  const idle = [
    ...LOUD.filter((path) => !LOUD_NAME.test(text.get(path) ?? '')),
    ...NAMES_BUSINESS.filter((path) => !BUSINESS.test(withoutComments(text.get(path) ?? ''))),
    ...READS_ENVIRONMENT.filter((path) => !text.get(path)?.includes('process.env')),
    ...ASKS_THE_SERVER.filter((path) => !QUERY.test(text.get(path) ?? '')),
  ];
  assert.deepEqual(idle, [], `Take these off their list in this test: ${idle.join(', ')}`);
});
