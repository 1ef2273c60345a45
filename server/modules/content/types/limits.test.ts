/** Callers who are limited to some content types: what each right is for, and from when. Every route: contract/content-types.test.ts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';

const test = await useApp();
const TITLE = [
  { name: 'title', kind: 'text', required: true },
  { name: 'slug', kind: 'slug', from: 'title' },
];
const LINKED = [...TITLE, { name: 'link', kind: 'reference' }];
const stage = await openContent(test, { news: LINKED, legal: LINKED, 'price-page': TITLE });
const { tenant, create, act, ask } = stage;
const owner = await tenant.staff('owner');
const scopes = (await test.call('GET', '/v1/me', { token: tenant.key })).body.data.actor.scopes;

async function limitedKey(contentTypes: object): Promise<{ id: string; token: string }> {
  const body = { label: 'Limited', scopes, contentTypes };
  const made = await test.call('POST', '/v1/api-keys', { token: owner, body });
  assert.equal(made.status, 201, made.text);
  return { id: made.body.data.id, token: made.body.data.key };
}
const send = (token: string, method: string, path: string, body?: object | null) =>
  test.call(method, `/v1/content${path}`, { token, body: body as object });
const setLimit = (id: string, contentTypes: object | null) =>
  test.call('PATCH', `/v1/api-keys/${id}`, { token: owner, body: { contentTypes } });

describe('a refusal', () => {
  it('names the type and the missing right', async () => {
    const entry = await create('legal', { title: 'Terms' });
    const { token } = await limitedKey({ news: 'publish', legal: 'write' });
    const refused = await send(token, 'POST', `/entries/${entry.id}/publish`, null);
    assert.equal(refused.status, 403);
    assert.equal(
      refused.body.error.message,
      'You may not publish entries of the type legal. Ask an admin for this right, or use a key that has it.',
    );
    assert.deepEqual(refused.body.error.details, { contentType: 'legal', right: 'publish' });
  });

  it('of an entry that may not be read is the one for an unknown entry', async () => {
    const entry = await create('legal', { title: 'Secret' });
    const { token } = await limitedKey({ news: 'publish' });
    const errorOf = async (id: string) => {
      const { status, body } = await send(token, 'GET', `/entries/${id}`);
      const { requestId: _, ...error } = body.error;
      return { status, error };
    };
    assert.deepEqual(await errorOf(entry.id), await errorOf(crypto.randomUUID()));
    assert.equal((await errorOf(entry.id)).status, 404);
  });

  it('names no entry that the caller may not read, where others prevent a change', async () => {
    const news = await create('news', { title: 'Shown' });
    const legal = await create('legal', { title: 'Hidden terms', link: news.id });
    const { token } = await limitedKey({ news: 'publish' });
    const refused = await send(token, 'DELETE', `/entries/${news.id}`);
    assert.equal(refused.status, 409);
    assert.deepEqual(refused.body.error.details.referencedBy, []);
    assert.doesNotMatch(refused.text, /hidden-terms/);
    assert.doesNotMatch(refused.text, new RegExp(legal.id));
  });

  it('names no such entry in other modules either: of an asset, and of a site', async () => {
    const photo = await stage.asset();
    const propertyId = await stage.property('Legal site');
    await stage.putType('pictured', [...TITLE, { name: 'photo', kind: 'media', required: true }]);
    const entry = await create('pictured', { title: 'Hidden picture', photo }, { propertyId });
    await act(entry.id, 'publish');
    const { token } = await limitedKey({ news: 'publish' });
    const refused = [
      await test.call('PATCH', `/v1/media/${photo}`, { token, body: { visibility: 'private' } }),
      await test.call('DELETE', `/v1/media/${photo}`, { token }),
      await test.call('DELETE', `/v1/properties/${propertyId}`, { token }),
    ];
    for (const { status, text } of refused) {
      assert.equal(status, 409, text);
      assert.doesNotMatch(text, /hidden-picture/);
      assert.doesNotMatch(text, new RegExp(entry.id));
    }
  });
});

describe('a type that is made later', () => {
  it('belongs to those whose limit has a right for all others, and to nobody else who is limited', async () => {
    const few = await limitedKey({ news: 'publish' });
    const most = await limitedKey({ '*': 'write', legal: 'none' });
    await stage.putType('later', TITLE);
    const entry = await create('later', { title: 'New' });
    assert.equal((await send(few.token, 'GET', `/entries/${entry.id}`)).status, 404);
    assert.equal((await send(most.token, 'GET', `/entries/${entry.id}`)).status, 200);
    assert.equal((await send(most.token, 'POST', `/entries/${entry.id}/publish`, null)).status, 403);
  });
});

describe('the right to publish', () => {
  it('is needed for whatever readers get later, also for a change of a draft that has a time', async () => {
    const { token } = await limitedKey({ '*': 'publish', 'price-page': 'write' });
    const at = new Date(test.now().getTime() + 3_600_000).toISOString();
    const entry = await create('price-page', { title: 'Prices' });
    const change = () => send(token, 'PATCH', `/entries/${entry.id}`, { fields: { title: 'Free' } });
    assert.equal((await change()).status, 200);
    assert.equal((await send(token, 'POST', `/entries/${entry.id}/schedule`, { at })).status, 403);
    await act(entry.id, 'schedule', { at });
    assert.deepEqual((await change()).body.error.details, { contentType: 'price-page', right: 'publish' });
    await ask('DELETE', `/entries/${entry.id}/schedule`, 200);
    assert.equal((await change()).status, 200);
  });

  it('that is taken away later leaves what was scheduled with it: the entry goes live at its time', async () => {
    const { id, token } = await limitedKey({ news: 'publish' });
    const entry = await create('news', { title: 'Tomorrow' });
    const at = new Date(test.now().getTime() + 60_000).toISOString();
    assert.equal((await send(token, 'POST', `/entries/${entry.id}/schedule`, { at })).status, 200);
    assert.equal((await setLimit(id, { news: 'read' })).status, 200);
    test.advance(61_000);
    const work = test.startWork();
    const live = async () => (await stage.get(entry.id)).status === 'published';
    for (let round = 0; round < 200 && !(await live()); round++)
      await new Promise((resolve) => setTimeout(resolve, 25));
    await work.stop();
    assert.ok(await live());
  });

  it('is needed for every entry of a release, under its lock', async () => {
    const { token } = await limitedKey({ news: 'publish', legal: 'write' });
    const [news, legal] = [await create('news', { title: 'In' }), await create('legal', { title: 'In too' })];
    const { id } = (await ask('POST', '/releases', 201, { name: 'Both' })).body.data;
    const add = (entry: string) =>
      send(token, 'POST', `/releases/${id}/entries`, { entries: [{ id: entry }] });
    assert.equal((await add(news.id)).status, 200);
    assert.equal((await add(legal.id)).status, 200);
    const refused = await send(token, 'POST', `/releases/${id}/publish`, null);
    assert.deepEqual(refused.body.error.details, { contentType: 'legal', right: 'publish' });
    assert.equal((await send(token, 'DELETE', `/releases/${id}/entries/${legal.id}`)).status, 200);
    assert.equal((await send(token, 'POST', `/releases/${id}/publish`, null)).status, 200);
  });
});

describe('a limit', () => {
  it('is in force from the next request on, also for answers that are kept and for a repeated request', async () => {
    const { id, token } = await limitedKey({ '*': 'publish' });
    const entry = await create('legal', { title: 'Kept' });
    await act(entry.id, 'publish');
    const read = () => send(token, 'GET', '/published/legal/kept');
    const repeat = () =>
      test.call('POST', `/v1/content/entries/${entry.id}/preview-token`, {
        token,
        headers: { 'idempotency-key': 'the-same' },
      });
    assert.equal((await read()).status, 200);
    assert.equal((await send(tenant.key, 'GET', '/published/legal/kept')).status, 200);
    assert.equal((await repeat()).status, 201);
    assert.equal((await setLimit(id, { news: 'publish' })).status, 200);
    assert.equal((await read()).status, 403);
    assert.equal((await repeat()).status, 404);
    assert.equal((await setLimit(id, null)).status, 200);
    assert.equal((await read()).status, 200);
  });

  it('leaves what a page shows of other types out, and its address unknown', async () => {
    const legal = await create('legal', { title: 'Imprint' });
    await act(legal.id, 'publish');
    const news = await create('news', { title: 'With imprint', link: legal.id });
    await act(news.id, 'publish');
    const { token } = await limitedKey({ news: 'publish' });
    const path = '/published/news/with-imprint?expand=link';
    assert.equal((await send(tenant.key, 'GET', path)).body.data.fields.link.slug, 'imprint');
    assert.equal((await send(token, 'GET', path)).body.data.fields.link, null);
  });

  it('keeps a member from being asked for a review, or mentioned, where they could not look', async () => {
    await stage.putType('reviewed', TITLE, { review: true });
    const entry = await create('reviewed', { title: 'Careful' });
    const member = await tenant.staff('editor');
    const { id } = (await test.call('GET', '/v1/me', { token: member })).body.data.actor;
    const limitTo = async (contentTypes: object) => {
      const { status, text } = await test.call('PATCH', `/v1/staff/${id}`, {
        token: owner,
        body: { contentTypes },
      });
      assert.equal(status, 200, text);
    };
    await limitTo({ reviewed: 'write' });
    const asked = await ask('POST', `/entries/${entry.id}/review`, 422, { reviewerId: id });
    assert.match(asked.body.error.details[0].message, /may not approve entries of the type reviewed/);
    await ask('POST', `/entries/${entry.id}/comments`, 201, { text: 'Look', mentions: [id] });
    await limitTo({ news: 'publish' });
    await ask('POST', `/entries/${entry.id}/comments`, 422, { text: 'Look', mentions: [id] });
  });
});

/** The statements in transactions of the tenant meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const { inTenant, readInTenant } = test.db;
  let count = 0;
  const counting =
    (former: typeof inTenant): typeof inTenant =>
    (id, within, urgency) =>
      former(
        id,
        (tx) => {
          const query: typeof tx.query = (statement, values) => {
            count += 1;
            return tx.query(statement, values);
          };
          return within({ ...tx, query });
        },
        urgency,
      );
  Object.assign(test.db, { inTenant: counting(inTenant), readInTenant: counting(readInTenant) });
  try {
    await work();
    return count;
  } finally {
    Object.assign(test.db, { inTenant, readInTenant });
  }
}

it('callers without a limit send no statement more: one for an entry, none for a published entry by its slug', async () => {
  const entry = await create('news', { title: 'Counted' });
  await act(entry.id, 'publish');
  const count = (path: string) => statementsOf(() => send(tenant.key, 'GET', path));
  assert.equal(await count(`/entries/${entry.id}`), 1);
  assert.equal(await count('/published/news/counted'), 0);
  const { token } = await limitedKey({ news: 'publish' });
  assert.equal(await statementsOf(() => send(token, 'GET', `/entries/${entry.id}`)), 2);
});

describe('a caller who is limited later', () => {
  const noticesOf = async (token: string, query = '') => {
    const { status, text, body } = await test.call('GET', `/v1/notices${query}`, { token });
    assert.equal(status, 200, text);
    return { notices: body.data as { id: string; message: string }[], ...body.pagination };
  };
  const join = async () => {
    const token = await tenant.staff('editor');
    const { id } = (await test.call('GET', '/v1/me', { token })).body.data.actor;
    const limitTo = async (contentTypes: object | null) => {
      const sent = { token: owner, body: { contentTypes } };
      const { status, text } = await test.call('PATCH', `/v1/staff/${id}`, sent);
      assert.equal(status, 200, text);
    };
    return { id: id as string, token, limitTo };
  };

  it('is not told of the decision on a review of an entry that they may no longer read', async () => {
    await stage.putType('guarded', TITLE, { review: true });
    const decide = async (contentTypes: object) => {
      const { id } = await create('guarded', { title: 'Merger' });
      const asker = await join();
      assert.equal((await send(asker.token, 'POST', `/entries/${id}/review`, {})).status, 200);
      await asker.limitTo(contentTypes);
      const decision = { version: 1, decision: 'request_changes', note: 'Secret words' };
      const decided = await send(owner, 'PUT', `/entries/${id}/review`, decision);
      assert.equal(decided.status, 200, decided.text);
      await asker.limitTo(null);
      return (await noticesOf(asker.token)).notices;
    };
    assert.deepEqual(await decide({ news: 'publish' }), []);
    assert.equal((await decide({ guarded: 'read' })).length, 1);
  });

  it('no longer reads older notices of such entries, also at home, on full pages of the others', async () => {
    const member = await join();
    const mention = async (type: string, text: string) => {
      const { id } = await create(type, { title: text });
      await ask('POST', `/entries/${id}/comments`, 201, { text, mentions: [member.id] });
      test.advance(1_000);
    };
    for (const n of [1, 2, 3]) await mention('news', `Own word ${n}`);
    for (let n = 0; n < 5; n++) await mention('legal', `Secret word ${n}`);
    await mention('news', 'Own word 4');
    const before = await noticesOf(member.token);
    assert.equal(before.notices.length, 9);
    const hidden = before.notices.find(({ message }: { message: string }) => message.includes('Secret'))!;
    await member.limitTo({ news: 'publish' });
    const words = ({ notices }: { notices: { message: string }[] }) =>
      notices.map(({ message }) => message.replace(/.*: /, ''));
    for (const unread of ['', '&unread=true']) {
      const first = await noticesOf(member.token, `?limit=2${unread}`);
      assert.deepEqual([words(first), first.hasMore], [['Own word 4', 'Own word 3'], true]);
      const next = await noticesOf(member.token, `?limit=2&cursor=${first.nextCursor}${unread}`);
      assert.deepEqual([words(next), next.hasMore], [['Own word 2', 'Own word 1'], false]);
    }
    const home = await test.call('GET', '/v1/home', { token: member.token });
    assert.equal(words(home.body.data.webhooks).length, 4, home.text);
    assert.doesNotMatch(home.text, /Secret/);
    const read = () => test.call('POST', `/v1/notices/${hidden.id}/read`, { token: member.token });
    assert.equal((await read()).status, 404);
    await member.limitTo(null);
    assert.equal((await noticesOf(member.token, '?unread=true')).notices.length, 9);
    assert.equal((await read()).status, 200);
  });
});

describe('the search of a limited caller', () => {
  const search = async (token: string, query: string) => {
    const { status, text, body } = await test.call('GET', `/v1/search?entities=entry&${query}`, { token });
    assert.equal(status, 200, text);
    return body.data.map(({ title }: { title: string }) => title) as string[];
  };
  const indexed = async (word: string, found: number) => {
    const work = test.startWork();
    await eventually('the entries are found', async () => {
      return (await search(owner, `q=${word}`)).length === found;
    });
    await work.stop();
  };

  it('fills its page with entries that may be read, however many others match better', async () => {
    await create('news', { title: 'Own wobblefish' });
    for (let n = 0; n < 6; n++) await create('legal', { title: `Wobblefish ${n}` });
    await indexed('wobblefish', 7);
    const { token } = await limitedKey({ news: 'publish' });
    assert.equal((await search(owner, 'q=wobblefish&limit=5')).length, 5);
    for (const query of ['q=wobblefish&limit=1', 'q=wobbl&limit=5', 'q=own%20wobblefish&limit=5'])
      assert.deepEqual(await search(token, query), ['Own wobblefish'], query);
  });

  it('forgives misspellings as if the others did not exist, so their words cannot be found out', async () => {
    await create('news', { title: 'bankruptcies' });
    await indexed('bankruptcies', 1);
    const { token } = await limitedKey({ news: 'publish' });
    await create('legal', { title: 'layoffs' });
    await create('news', { title: 'layofgs' });
    await indexed('layofgs', 1);
    assert.deepEqual(await search(owner, 'q=layoffs'), ['layoffs']);
    assert.deepEqual(await search(token, 'q=layoffs'), ['layofgs']);
    assert.deepEqual(await search(token, 'q=bankruptcie'), ['bankruptcies']);
  });
});

describe('the calendar of a limited caller', () => {
  it('has every action that may be read, and says nothing of others', async () => {
    const client = await connectAsOwner(test.database);
    const schedule = (type: string, count: number, at: string) =>
      client.query(
        `with made as (
           insert into content_entries (tenant_id, id, type_id, status, slug, fields, version, created_at, updated_at)
           select tenant_id, gen_random_uuid(), id, 'draft', 'planned-' || name || n, '{}', n, now(), now()
           from content_types, generate_series(1, $3) n where tenant_id = $1 and name = $2 returning tenant_id, id, version)
         insert into content_schedule (tenant_id, entry_id, action, at)
         select tenant_id, id, 'publish', $4::timestamptz + version * interval '1 second' from made`,
        [tenant.id, type, count, at],
      );
    try {
      await client.query("set session_replication_role = 'replica'");
      await schedule('legal', 501, '2044-01-01T08:00:00Z');
      await schedule('news', 3, '2044-01-01T12:00:00Z');
      await schedule('news', 501, '2044-02-01T12:00:00Z');
    } finally {
      await client.end();
    }
    const { token } = await limitedKey({ news: 'read' });
    const of = async (who: string, from: string, to: string, more = '') => {
      const answer = await send(who, 'GET', `/calendar?from=${from}&to=${to}${more}`);
      return [answer.body.data.items.length, answer.body.data.isMore];
    };
    const property = `&property=${await stage.property('Planned')}`;
    for (const more of ['', property]) {
      assert.deepEqual(await of(tenant.key, '2044-01-01', '2044-01-02', more), [500, true]);
      assert.deepEqual(await of(token, '2044-01-01', '2044-01-02', more), [3, false]);
      assert.deepEqual(await of(token, '2044-01-01', '2044-02-02', more), [500, true]);
    }
  });
});

it('callers without a limit send no statement more for notices, a search and the calendar', async () => {
  const count = (path: string) => statementsOf(() => test.call('GET', path, { token: tenant.key }));
  assert.equal(await count('/v1/notices'), 1);
  assert.equal(await count('/v1/search?q=wobblefish'), 2);
  assert.equal(await count('/v1/content/calendar?from=2030-01-01&to=2030-01-02'), 3);
});
