/** The rules of ARCHITECTURE.md that a reader of one file cannot see. A rule that fails says what to do instead. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { describe, it } from 'node:test';

type Source = { path: string; text: string };

const SERVER = import.meta.dirname;
const read = (pattern: string): Source[] =>
  globSync(pattern, { cwd: SERVER }).map((path) => ({
    path,
    text: readFileSync(join(SERVER, path), 'utf8'),
  }));
const sources = read('**/*.ts');

/** Who may use the doors that open to every tenant. */
const LOUD = [
  'kernel/clock.ts',
  'kernel/db/db.ts',
  'kernel/events/dispatcher.ts',
  'kernel/http/health.ts',
  'kernel/usage.ts',
  'kernel/work/chores.ts',
  'modules/access/accounts.sql.ts',
  'modules/access/accounts.ts',
  'modules/access/guesses.sql.ts',
  'modules/access/invitations.sql.ts',
  'modules/access/key-networks.sql.ts',
  'modules/access/keys.sql.ts',
  'modules/access/live-keys.sql.ts',
  'modules/access/own-sessions.sql.ts',
  'modules/access/password-links.sql.ts',
  'modules/access/password-links.ts',
  'modules/access/second-factors.sql.ts',
  'modules/access/sessions.sql.ts',
  'modules/access/sessions.ts',
  'modules/access/switching.sql.ts',
  'modules/access/tenants.sql.ts',
  'modules/content/published-reading.ts',
  'modules/content/schedule.worker.ts',
  'modules/content/type-changes.worker.ts',
  'modules/crm/customer-work.worker.ts',
  'modules/crm/imports.worker.ts',
  'modules/crm/order-placing.ts',
  'modules/properties/directory.sql.ts',
  'modules/properties/domains.sql.ts',
  'modules/media/processing.worker.ts',
  'modules/media/sweeping.worker.ts',
  'modules/webhooks/backlogs.ts',
  'modules/webhooks/delivery.worker.ts',
  'modules/webhooks/replays.worker.ts',
  'modules/webhooks/tidying.worker.ts',
  'modules/webhooks/warnings.worker.ts',
];

const READS_ENVIRONMENT = [
  'main.ts',
  // What npm tells the processes it starts, and what a process we start inherits: neither is a setting.
  'commands/stopping.ts',
  'kernel/db/embedded.ts',
];

// These two ask the server about itself (its version, its clock, its databases), not about anyone's data.
const ASKS_THE_SERVER = ['boot.ts', 'commands/doctor.ts'];

const isTest = (path: string) => /\.test\.ts$|(^|\/)testing(\/|\.ts$)/.test(path);
const moduleOf = (path: string) => /^modules\/([^/]+)\//.exec(path)?.[1];

/** What a file imports, as paths from server/; packages are left out. */
function importsOf({ path, text }: Source): string[] {
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)]
    .map((match) => match[1]!)
    .filter((name) => name.startsWith('.') || name.startsWith('#kernel/'))
    .map((name) => (name.startsWith('#') ? name.slice(1) : join(dirname(path), name)));
}

// "event-types" says what is in it; "types" alone does not.
const SAYS_NOTHING = /(^|[/.-])(utils?|helpers?|common|services?|managers?)[/.]|(^|[/.])(index|types)[/.]/;
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
  'a module imports no other module': {
    instead: 'Modules meet through events, or by a function that app.ts passes in.',
    breaks: (source) =>
      moduleOf(source.path) !== undefined &&
      importsOf(source).some((path) => ![undefined, moduleOf(source.path)].includes(moduleOf(path))),
    caught: { path: 'modules/crm/orders.ts', text: "const m = await import('../access/keys.ts');" },
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
    caught: { path: 'modules/crm/orders.ts', text: "import { boot } from '../../boot.ts';" },
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
    caught: { path: 'modules/crm/orders.ts', text: 'await tx.query(`select 1`)' },
  },
  'work across tenants is done in a few known places': {
    instead:
      'Use inTenant. If it must be across tenants, add the file to LOUD in this test, and expect questions.',
    breaks: ({ path, text }) => !isTest(path) && !LOUD.includes(path) && LOUD_NAME.test(text),
    caught: { path: 'modules/crm/orders.ts', text: 'const { identity, close } = db;' },
  },
  'a file is named for what is in it': {
    instead:
      'Name it by its noun and its role: orders.ts, orders.routes.ts, orders.sql.ts, delivery.worker.ts.',
    breaks: ({ path }) => SAYS_NOTHING.test(path),
    caught: { path: 'modules/crm/order-utils.ts', text: '' },
  },
  'settings are read once, in main.ts': {
    instead: 'Take what you need as an argument; a new setting belongs in kernel/config.ts.',
    breaks: ({ path, text }) =>
      !isTest(path) && !READS_ENVIRONMENT.includes(path) && /\bprocess\.env\b/.test(text),
    caught: { path: 'kernel/log.ts', text: 'const level = process.env.LOG_LEVEL;' },
  },
  'in a module, time is an argument': {
    instead: 'Take `now: Date` (or `clock`) as an argument, so that tests can move it.',
    breaks: ({ path, text }) =>
      moduleOf(path) !== undefined && !isTest(path) && /\bnew Date\(\s*\)|\bDate\.now\(/.test(text),
    caught: { path: 'modules/crm/orders.ts', text: 'const createdAt = new Date();' },
  },
};

for (const [rule, { instead, breaks, caught }] of Object.entries(RULES)) {
  describe(rule, () => {
    it('in every file', () => {
      const offenders = sources.filter(breaks).map((source) => `server/${source.path}`);
      assert.deepEqual(offenders, [], `${rule}. ${instead}\n  ${offenders.join('\n  ')}`);
    });
    it(`and this would be noticed: ${caught.text || caught.path}`, () => assert.ok(breaks(caught)));
  });
}

/** Files that import each other, by way of others or at once: each group that nobody can read without the rest of it. */
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

describe('no files import each other in a circle', () => {
  it('in the server', () => {
    const circles = circlesOf(sources.filter(({ path }) => !isTest(path))).map((files) => files.join(', '));
    const instead = 'Move what both need into a file below them: fields (schemas), a record (rows), a type.';
    assert.deepEqual(circles, [], `${instead}\n  ${circles.join('\n  ')}`);
  });

  it('and this would be noticed: by way of a third', () => {
    const circle = [
      { path: 'a.ts', text: "import { b } from './b.ts';" },
      { path: 'b.ts', text: "import type { C } from './c.ts';" },
      { path: 'c.ts', text: "import { a } from './a.ts';" },
      { path: 'd.ts', text: "import { a } from './a.ts';" },
    ];
    assert.deepEqual(circlesOf(circle), [['a.ts', 'b.ts', 'c.ts']]);
  });
});

describe('every migration', () => {
  const migrations = read('**/migrations/*.sql');

  it('begins with why it is there', () => {
    const silent = migrations
      .filter(({ text }) => !/^-- Why: \S.*[.?!]\n/.test(text))
      .map(({ path }) => path);
    assert.deepEqual(silent, [], `Begin with one sentence: "-- Why: …." in ${silent.join(', ')}`);
  });

  it('has a number of its own and a name that says what it makes', () => {
    const names = migrations.map(({ path }) => basename(path)).sort();
    names.forEach((name, index) => {
      const number = String(index + 1).padStart(4, '0');
      assert.match(name, new RegExp(`^${number}-[a-z0-9-]+\\.sql$`), `Give ${name} the next free number.`);
    });
  });
});

it('the lists of exceptions name no file that does not need it', () => {
  const text = new Map(sources.map((source) => [source.path, source.text]));
  const idle = [
    ...LOUD.filter((path) => !LOUD_NAME.test(text.get(path) ?? '')),
    ...READS_ENVIRONMENT.filter((path) => !text.get(path)?.includes('process.env')),
    ...ASKS_THE_SERVER.filter((path) => !QUERY.test(text.get(path) ?? '')),
  ];
  assert.deepEqual(idle, [], `Take these off their list in this test: ${idle.join(', ')}`);
});
