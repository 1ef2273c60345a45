import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { longestHold } from '#kernel/testing/holds.ts';
import { newTenant, type TestTenant, useApp } from '../../../testing.ts';
import type { Redirect } from '../redirect-fields.ts';

const test = await useApp();
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const send = (tenant: TestTenant, body: string, query = '', type = 'text/csv') =>
  test.call('POST', `/v1/redirects/import${query}`, {
    token: tenant.key,
    body,
    headers: { 'content-type': type },
  });
const read = async (tenant: TestTenant, file: string, query = '', type?: string) => {
  const answer = await send(tenant, file, query, type);
  assert.equal(answer.status, 200, answer.text);
  const { errors, ...counts } = answer.body.data;
  return { counts, errors };
};
const list = async (tenant: TestTenant) =>
  (await test.call('GET', '/v1/redirects?limit=100', { token: tenant.key })).body.data;
const counts = (more: object) => ({
  rows: 0,
  created: 0,
  replaced: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  ...more,
});
async function events(tenant: TestTenant) {
  const { rows } = await test.db.inTenant(tenant.id, (tx) =>
    tx.query<{ type: string; count: number }>(
      `select type, count(*)::int as count from events where type like 'redirect.%' or data::text like '%"redirect"%'
       group by 1 order by 1`,
    ),
  );
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]));
}

describe('a file of redirects', () => {
  it('with very many bad rows counts all of them, and reports the first thousand problems', async () => {
    const tenant = await newTenant(test);
    const bad = '{"from":"/a","to":[1,2],"x":{"y":3}}\n{"x":[1e400,1e400,1e400,1e400,1e400,1e400,1e400]}\n';
    const file = `${bad.repeat(1_000)}{"from":"/good","to":"/new","x":{"y":3}}\n`;
    const { counts: found, errors } = await read(tenant, file, '', 'application/x-ndjson');
    assert.deepEqual(found, counts({ rows: 2_001, created: 1, failed: 2_000 }));
    assert.equal(errors.length, 1_000);
    assert.deepEqual(
      errors.slice(0, 2).map(({ row, field, code }: Record<string, unknown>) => [row, field, code]),
      [
        [1, 'to', 'wrong_type'],
        [2, 'x[0]', 'number_not_exact'],
      ],
    );
  });

  it('is accepted as CSV, whatever its columns are called and ordered, with one event per redirect', async () => {
    const tenant = await newTenant(test);
    const file = 'To,Status Code,from,Notes,Owner\r\n/new,302,/a,"One, two",Ada\r\n/new,,/b,,\r\n\r\n';
    assert.deepEqual((await read(tenant, file)).counts, counts({ rows: 2, created: 2 }));
    const shown = (await list(tenant)).map(({ from, statusCode, notes }: Record<string, unknown>) => [
      from,
      statusCode,
      notes,
    ]);
    assert.deepEqual(shown.sort(), [
      ['/a', 302, 'One, two'],
      ['/b', 301, null],
    ]);
    assert.deepEqual(await events(tenant), { 'redirect.added': 2, 'search.entity.changed': 2 });
  });

  it('is accepted as NDJSON', async () => {
    const tenant = await newTenant(test);
    const rows = [
      { from: '/a', to: '/new', match: 'prefix' },
      { from: '/b', to: '/new', query: 'drop' },
    ];
    const file = rows.map((row) => JSON.stringify(row)).join('\n');
    assert.deepEqual(
      (await read(tenant, file, '', 'application/x-ndjson')).counts,
      counts({ rows: 2, created: 2 }),
    );
  });

  it('keeps an empty note, and one of any characters', async () => {
    const tenant = await newTenant(test);
    const notes = ['', null, '=1', '\x01\n"\\', '\u00e9\u2713\u{1f600}'];
    const file = notes
      .map((note, nth) => JSON.stringify({ from: `/${nth}`, to: '/new', notes: note }))
      .join('\n');
    await read(tenant, file, '', 'application/x-ndjson');
    const byPath = Object.fromEntries((await list(tenant)).map((each: Redirect) => [each.from, each.notes]));
    assert.deepEqual(
      notes.map((_, nth) => byPath[`/${nth}`]),
      notes,
    );
  });

  it('is checked row by row: good rows are written, others are reported with row, field and reason', async () => {
    const tenant = await newTenant(test);
    await read(tenant, 'from,to\n/taken,/new\n');
    const file = [
      'from,to,statusCode,activeFrom',
      '/a,/b,,',
      '/b,/c,,',
      '/c,/a,,',
      'nothing,javascript:x,,',
      '/a,/again,,',
      '/taken,/new,,',
      '/x,/y,303,tomorrow',
      '/y,,,',
      '/ok,/fine,,',
    ].join('\n');
    const { counts: found, errors } = await read(tenant, file);
    assert.deepEqual(found, counts({ rows: 9, created: 3, failed: 6 }));
    const told = errors.map((each: Record<string, unknown>) => [each.row, each.field, each.code]);
    assert.deepEqual(told, [
      [4, 'to', 'loop'],
      [5, 'from', 'wrong_format'],
      [5, 'to', 'wrong_format'],
      [6, 'from', 'not_unique'],
      [7, 'from', 'conflict'],
      [8, 'statusCode', 'not_allowed'],
      [8, 'activeFrom', 'wrong_format'],
      [9, 'to', 'required'],
    ]);
    assert.match(errors[0].message, /: \/c → \/a → \/b → \/c$/);
  });

  it('with reject_all is written whole or not at all', async () => {
    const tenant = await newTenant(test);
    const refused = await send(tenant, 'from,to\n/a,/b\nx,/b\n', '?errorPolicy=reject_all');
    assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, 'rows[3].from']);
    assert.deepEqual([await list(tenant), await events(tenant)], [[], {}]);
  });

  it('as a dry run is checked and not written', async () => {
    const tenant = await newTenant(test);
    assert.deepEqual(
      (await read(tenant, 'from,to\n/a,/b\n', '?dryRun=true')).counts,
      counts({ rows: 1, created: 1 }),
    );
    assert.deepEqual([await list(tenant), await events(tenant)], [[], {}]);
  });

  it('may skip existing redirects, or replace them', async () => {
    const tenant = await newTenant(test);
    await read(tenant, 'from,to\n/a,/1\n/b,/1\n');
    const again = 'from,to\n/a,/1\n/b,/2\n/c,/3\n';
    assert.deepEqual(
      (await read(tenant, again, '?existing=skip&dryRun=true')).counts,
      counts({ rows: 3, created: 1, skipped: 2 }),
    );
    const replaced = await read(tenant, again, '?existing=replace');
    assert.deepEqual(replaced.counts, counts({ rows: 3, created: 1, replaced: 1, unchanged: 1 }));
    const shown = (await list(tenant)).map((each: Record<string, unknown>) => [
      each.from,
      each.to,
      each.version,
    ]);
    assert.deepEqual(shown.sort(), [
      ['/a', '/1', 1],
      ['/b', '/2', 2],
      ['/c', '/3', 1],
    ]);
    const { 'redirect.added': added, 'redirect.removed': removed } = await events(tenant);
    assert.deepEqual([added, removed], [4, 1]);
  });

  it('is served at once', async () => {
    const tenant = await newTenant(test);
    await read(tenant, 'from,to\n/a,/b\n');
    const [{ propertyId }] = await list(tenant);
    assert.equal((await test.call('GET', `/r/${propertyId}/a`)).headers.location, '/b');
    await read(tenant, 'from,to\n/a,/c\n', '?existing=replace');
    assert.equal((await test.call('GET', `/r/${propertyId}/a`)).headers.location, '/c');
  });

  it('is imported once, however often it is sent with one Idempotency-Key; another file or other options with that key are refused', async () => {
    const tenant = await newTenant(test);
    const post = (body: string, query = '') =>
      test.call('POST', `/v1/redirects/import${query}`, {
        token: tenant.key,
        body,
        headers: { 'content-type': 'text/csv', 'idempotency-key': 'once' },
      });
    const [first, again] = [await post('from,to\n/a,/b\n'), await post('from,to\n/a,/b\n')];
    assert.deepEqual([again.status, again.body], [200, first.body]);
    const others = [await post('from,to\n/x,/b\n'), await post('from,to\n/a,/b\n', '?existing=replace')];
    for (const { status, body } of others)
      assert.deepEqual([status, body.error.code], [422, 'idempotency_key_reused']);
    assert.equal((await list(tenant)).length, 1);
  });

  it('has semicolons where spreadsheets write them, in pieces of any size', async () => {
    const tenant = await newTenant(test);
    const { status, body } = await send(tenant, '\ufefffrom;to;notes\r\n/a;/b;"x;y, z"\r\n');
    assert.equal(status, 200, JSON.stringify(body));
    const [redirect] = await list(tenant);
    assert.deepEqual([redirect.from, redirect.to, redirect.notes], ['/a', '/b', 'x;y, z']);
  });

  it('that cannot be read as a whole is refused with one sentence', async () => {
    const tenant = await newTenant(test);
    const messages: string[] = [];
    for (const file of ['', 'from\n/a\n', 'from,to,From\n/a,/b,/c\n']) {
      const { status, body } = await send(tenant, file);
      assert.equal(status, 400);
      messages.push(body.error.message);
    }
    assert.deepEqual(messages, [
      'The file is empty.',
      'The file has no column to.',
      'The file has more than one column from.',
    ]);
    assert.equal((await send(tenant, '{}', '', 'application/json')).status, 415);
  });
});

describe('an export', () => {
  it('can be imported into another property as it is, in either format', async () => {
    const tenant = await newTenant(test);
    const file =
      'from,to,notes,match,activeUntil\n/caf\u00e9,"/x,y",=1+1,prefix,2999-01-01T00:00:00Z\n/b,https://other.example/,,,\n';
    await read(tenant, file);
    for (const [format, type] of [
      ['csv', 'text/csv'],
      ['ndjson', 'application/x-ndjson'],
    ]) {
      const body = { name: `Copy ${format}` };
      const { id } = (await test.call('POST', '/v1/properties', { token: tenant.key, body })).body.data;
      const [{ propertyId }] = (await list(tenant)).toReversed();
      const url = `/v1/redirects/export?format=${format}&propertyId=${propertyId}`;
      const { text, headers } = await test.call('GET', url, { token: tenant.key });
      assert.match(String(headers['content-disposition']), new RegExp(`redirects.${format}`));
      assert.deepEqual(
        (await read(tenant, text, `?propertyId=${id}`, type)).counts,
        counts({ rows: 2, created: 2 }),
      );
      const bare = (rows: Record<string, unknown>[]) =>
        rows
          .map(({ id: _, propertyId: __, createdAt: ___, updatedAt: ____, ...rest }) => JSON.stringify(rest))
          .sort();
      const of = async (property: string) =>
        bare(
          (await test.call('GET', `/v1/redirects?propertyId=${property}`, { token: tenant.key })).body.data,
        );
      assert.deepEqual(await of(id), await of(propertyId));
    }
  });
});

it('an export that was cut off continues after the last row received, and the parts make one file', async () => {
  const tenant = await newTenant(test);
  await read(tenant, ['from,to', ...Array.from({ length: 30 }, (_, n) => `/p-${n},/new`)].join('\n'));
  const get = async (query: string) =>
    (await test.call('GET', `/v1/redirects/export?${query}`, { token: tenant.key })).text;
  for (const format of ['csv', 'ndjson']) {
    const whole = (await get(`format=${format}`)).trimEnd().split(/\r?\n/);
    const came = format === 'csv' ? 11 : 10;
    const last = (await get('format=ndjson')).split('\n')[9]!;
    const rest = (await get(`format=${format}&after=${JSON.parse(last).id}`)).trimEnd().split(/\r?\n/);
    assert.deepEqual([...whole.slice(0, came), ...rest], whole);
  }
  const unknown = await test.call('GET', `/v1/redirects/export?after=${crypto.randomUUID()}`, {
    token: tenant.key,
  });
  assert.deepEqual([unknown.status, unknown.body.error.details[0].path], [422, 'after']);
});

it('an import whose checks take longer than a transaction may be idle succeeds', async (t) => {
  const tenant = await newTenant(test);
  await read(tenant, 'from,to\n/first,/new\n');
  // Each row redirects to the next, so each is checked with its neighbours.
  const rows = Array.from({ length: 12_000 }, (_, n) => `/chain/${n},/chain/${n + 1}`);
  const file = ['from,to', ...rows].join('\n');
  const began = performance.now();
  await read(tenant, file, '?dryRun=true');
  // A busy machine is slow in all of it: in the checks, and in keeping the transaction awake.
  const limitMs = Math.round((performance.now() - began) / 4);
  const owner = await connectAsOwner(test.database);
  t.after(() => owner.query('drop trigger little_time on properties').finally(() => owner.end()));
  await owner.query(`
    create function little_time() returns trigger language plpgsql as $$
      begin perform set_config('idle_in_transaction_session_timeout', '${limitMs}', true); return new; end $$;
    create trigger little_time before update on properties for each row execute function little_time()`);
  const { counts: done } = await read(tenant, file, '?dryRun=true');
  assert.equal(done.created, rows.length);
});

it('ten thousand rules are imported, announced and served', async () => {
  const tenant = await newTenant(test);
  const rows = Array.from({ length: 10_000 }, (_, index) => `/old/${index},/new/${index}`);
  assert.deepEqual(
    (await read(tenant, ['from,to', ...rows].join('\n'))).counts,
    counts({ rows: 10_000, created: 10_000 }),
  );
  assert.deepEqual(await events(tenant), { 'redirect.added': 10_000, 'search.entity.changed': 10_000 });
  const [{ propertyId }] = await list(tenant);
  assert.equal((await test.call('GET', `/r/${propertyId}/old/9999`)).headers.location, '/new/9999');
});

describe('with thousands of rules that ask for a query', () => {
  it('a file is checked correctly, without blocking other requests', async () => {
    const tenant = await newTenant(test);
    const asking = Array.from({ length: 4_000 }, (_, nth) => `/q?k${nth}=1,https://elsewhere.example/${nth}`);
    await read(tenant, ['from,to', ...asking].join('\n'));
    const rows = Array.from({ length: 8 }, (_, nth) => `/p${nth},/q`);
    const held = await longestHold(async () => {
      const { counts: done } = await read(tenant, ['from,to', ...rows].join('\n'));
      assert.deepEqual(done, counts({ rows: 8, created: 8 }));
      const closing = await read(tenant, 'from,to\n/q?z=1,/p0?z=1\n/p9,/q?z=1');
      assert.deepEqual(
        closing.errors.map(({ row, code }: { row: number; code: string }) => [row, code]),
        [[2, 'loop']],
      );
    });
    assert.ok(held < 50, `held for ${held} ms`);
  });
});

/** Begins an import whose file the test writes. */
function open({ key }: TestTenant, type = 'text/csv') {
  const file = new PassThrough();
  const headers = { authorization: `Bearer ${key}`, 'content-type': type };
  const answer = test.app.inject({ method: 'POST', url: '/v1/redirects/import', headers, payload: file });
  return { file, answer };
}

describe('an import that is not over', () => {
  const MIB = 1024 * 1024;
  // A string with one such character takes two bytes for each of its characters.
  const long = `\u2713${'x'.repeat(60_000)}`;
  const used = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed + process.memoryUsage().external;
  };
  const FILES: Record<string, [type: string, header: string, row: (nth: number) => string, created: number]> =
    {
      'ignored columns': ['text/csv', 'from,to,x\n', (nth) => `/a/moved/path/${nth},/a/path,${long}\n`, 400],
      'rows that fail': ['application/x-ndjson', '', () => `{"from":"/a/moved/path","to":"${long}"}\n`, 0],
      'keys of reported errors': [
        'application/x-ndjson',
        '',
        () => `{"${'k'.repeat(30)}":"\\ud800","x":"${long}"}\n`,
        0,
      ],
    };
  for (const [title, [type, header, row, created]] of Object.entries(FILES)) {
    it(`has no ${title} in memory`, async () => {
      const { file, answer } = open(await newTenant(test), type);
      const before = used();
      file.write(header);
      for (let nth = 0; nth < 400; nth++) if (!file.write(row(nth))) await once(file, 'drain');
      let kept = Number.POSITIVE_INFINITY;
      // Bytes on their way are freed a little later.
      for (let looks = 0; kept >= 12 && looks < 20; looks++) {
        await sleep(100);
        kept = (used() - before) / MIB;
      }
      file.end();
      assert.equal((await answer).json().data.created, created);
      assert.ok(kept < 12, `${kept} MiB of 24 in the file`);
    });
  }
});

it('a third import of a tenant is refused while two are under way, and another tenant’s is not', async () => {
  const [tenant, other] = [await newTenant(test), await newTenant(test)];
  const first = [open(tenant), open(tenant)];
  for (const { file } of first) file.write('from,to\n/a,/b\n');
  await sleep(200);
  const third = await send(tenant, 'from,to\n/c,/d\n');
  assert.equal(third.status, 429, third.text);
  assert.match(third.body.error.message, /^At most 2 imports of redirects of one tenant /);
  assert.equal((await send(other, 'from,to\n/c,/d\n')).status, 200);
  for (const { file } of first) file.end();
  for (const { answer } of first) assert.equal((await answer).statusCode, 200);
});
