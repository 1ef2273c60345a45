/**
 * Callers who are limited to some content types, on every route, generated from the routes themselves: no answer has anything of an entry
 * that they may not read, and no request changes one that they may not change. A new route of content needs an example here.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { openContent, PERSON } from '../modules/content/testing/content.ts';
import { type Answer, useApp } from '../testing.ts';

const test = await useApp();
const TITLE = { name: 'title', kind: 'text', required: true };
const SLUG = { name: 'slug', kind: 'slug', from: 'title' };
const LINK = { name: 'link', kind: 'reference' };
const ARTICLE = [TITLE, SLUG, LINK, { name: 'photo', kind: 'media' }];
/** What no limited caller may see: in titles, slugs, comments and notes. */
const MARK = 'zyxwquell';

const stage = await openContent(test, { open: ARTICLE, person: PERSON });
const { tenant, ask, create, act } = stage;
await stage.putType('closed', ARTICLE, { order: 'tree', addresses: { en: '/closed/{slug}' } });
await stage.putType('guarded', [TITLE, SLUG], { review: true });
await stage.putType('vacant', [TITLE]);

const owner = await tenant.staff('owner');
const send = (method: string, url: string, token: string, body?: unknown) =>
  test.call(method, url, { token, body: body as object });

const photo = await stage.asset();
const open = await create('open', { title: 'Open page', photo });
const live = await create('closed', { title: `Live ${MARK}`, link: open.id, photo });
await act(live.id, 'publish');
await stage.change(live.id, { title: `Live again ${MARK}` });
await stage.change(open.id, { link: live.id });
await act(open.id, 'publish');
const lone = await create('closed', { title: `Lone ${MARK}` });
await act(lone.id, 'publish');
const draft = await create('closed', { title: `Draft ${MARK}`, link: open.id });
const binned = await create('closed', { title: `Binned ${MARK}` });
await ask('DELETE', `/entries/${binned.id}`, 200);
const guarded = await create('guarded', { title: `Guarded ${MARK}` });
await act(guarded.id, 'review', { note: `Look at ${MARK}` });
const commented = await ask('POST', `/entries/${draft.id}/comments`, 201, { text: `A word on ${MARK}` });
const comment = commented.body.data;
const tomorrow = new Date(test.now().getTime() + 86_400_000).toISOString();
await act(draft.id, 'schedule', { at: tomorrow });
const release = (await ask('POST', '/releases', 201, { name: 'Spring' })).body.data;
await ask('POST', `/releases/${release.id}/entries`, 200, {
  entries: [{ id: draft.id }, { id: open.id }],
});
const work = test.startWork();
await eventually('the entries are found', async () => {
  const { body } = await send('GET', `/v1/search?q=${MARK}`, owner);
  return body.data.length > 2;
});
await work.stop();

const limit = async (contentTypes: object) => {
  const body = { label: 'Limited', scopes: ALL_SCOPES, contentTypes };
  const { text, body: made, status } = await send('POST', '/v1/api-keys', owner, body);
  assert.equal(status, 201, text);
  return made.data.key as string;
};
const ALL_SCOPES = (await send('GET', '/v1/me', tenant.key)).body.data.actor.scopes;
const limitMember = async (role: 'viewer' | 'editor', contentTypes: object) => {
  const token = await tenant.staff(role);
  const { id } = (await send('GET', '/v1/me', token)).body.data.actor;
  const changed = await send('PATCH', `/v1/staff/${id}`, owner, { contentTypes });
  assert.equal(changed.status, 200, changed.text);
  return token;
};

const OWN = { open: 'publish', person: 'publish' };
const blind: Record<string, string> = {
  'a key without the types': await limit(OWN),
  'an editor without the types': await limitMember('editor', OWN),
  'a viewer whom everything else is open to': await limitMember('viewer', {
    ...{ '*': 'publish', closed: 'none', guarded: 'none' },
  }),
};
const reader = await limit({ '*': 'read', ...OWN });
const writer = await limit({ '*': 'write', ...OWN });

const contentRoutes = test.app.routeList.filter(
  ({ url, needs }) => url.startsWith('/v1/content/') && !needs.public && !needs.storefront,
);

/** The values of path parameters, by the beginning of the path. */
const NAMED: [beginning: string, values: Record<string, string[]>][] = [
  ['/v1/content/entries/', { id: [live.id, draft.id, guarded.id, open.id], version: ['1'] }],
  ['/v1/content/releases/', { id: [release.id], entryId: [draft.id] }],
  ['/v1/content/comments/', { id: [comment.id] }],
  ['/v1/content/published/', { type: ['closed', 'open'], slug: [live.id, open.id, live.slug, open.slug] }],
  ['/v1/content/trees/', { type: ['closed'] }],
  ['/v1/content/types/', { name: ['closed'] }],
  ['/v1/media/', { id: [photo] }],
];

function addressesOf(url: string): string[] {
  const values = NAMED.find(([beginning]) => url.startsWith(beginning))?.[1] ?? {};
  return (url.match(/:\w+/g) ?? []).reduce(
    (made, name) => {
      const known = values[name.slice(1)] ?? [crypto.randomUUID()];
      return made.flatMap((address) => known.map((value) => address.replace(name, value)));
    },
    [url],
  );
}

const day = tomorrow.slice(0, 10);
/** Queries beside none at all. */
const QUERIES: Record<string, string[]> = {
  '/v1/content/entries': [
    '?type=closed',
    `?q=${MARK}`,
    '?count=true',
    `?type=open&where=${encodeURIComponent(JSON.stringify({ 'link.title': { contains: MARK } }))}&count=true`,
  ],
  '/v1/content/entries/:id/references': ['?limit=1'],
  '/v1/content/entries/:id/diff': ['?from=1&to=2'],
  '/v1/content/calendar': [`?from=${day}&to=${day}`],
  '/v1/content/search': [`?q=${MARK}`, `?q=${MARK}&type=closed`],
  '/v1/content/published/:type': [
    '?expand=link',
    '?where=%7B%22link.title%22%3A%7B%22contains%22%3A%22zyx%22%7D%7D',
  ],
  '/v1/content/published/:type/:slug': [
    '?expand=link',
    '?expand=link.photo&fields=title,link.title',
    `?referrers=${encodeURIComponent('{"own":"open.link","others":"closed.link"}')}`,
    `?referrers=${encodeURIComponent('{"own":{"from":"open.link","expand":"link"}}')}`,
  ],
  '/v1/search': [`?q=${MARK}`],
  '/v1/content/reviews': ['?status=requested'],
};

const readsOf = (route: { url: string }) =>
  addressesOf(route.url).flatMap((address) =>
    ['', ...(QUERIES[route.url] ?? [])].map((query) => address + query),
  );

const shows = ({ text }: Answer) => text.includes(MARK) || text.includes('Live') || text.includes(draft.id);

const others = [live, draft, guarded].map(({ id }) => id);

/** They show no entry, or none at this moment. */
const SHOWS_NOTHING = [
  '/v1/content/colleagues',
  '/v1/content/locales',
  '/v1/content/locales/change',
  '/v1/content/releases',
  '/v1/content/types',
  '/v1/content/types/:name',
  '/v1/content/type-changes/:id',
];
/** Others that show entries. */
const BESIDE = ['/v1/search', '/v1/home', '/v1/events', '/v1/media/:id/usage'];

describe('a read shows nothing of entries of other types', () => {
  const gets = test.app.routeList.filter(
    ({ method, url, needs }) =>
      method === 'GET' &&
      url.startsWith('/v1/') &&
      !needs.public &&
      !needs.storefront &&
      needs.role !== 'admin',
  );
  for (const route of gets) {
    it(`GET ${route.url}`, async () => {
      let isShown = false;
      for (const address of readsOf(route)) {
        const whole = await send('GET', address, owner);
        const isOfOther = others.some((id) => address.includes(id));
        isShown ||= shows(whole) || (isOfOther && whole.status === 200);
        for (const [who, token] of Object.entries(blind)) {
          const answer = await send('GET', address, token);
          assert.ok(!shows(answer), `${who} sees at ${address}: ${answer.text}`);
          assert.ok(!isOfOther || [403, 404].includes(answer.status), `${who}: ${answer.text}`);
          assert.ok(answer.status < 500, `${who} got ${answer.status} at ${address}: ${answer.text}`);
        }
      }
      const isContent = contentRoutes.includes(route) && !SHOWS_NOTHING.includes(route.url);
      if (isContent || BESIDE.includes(route.url))
        assert.ok(isShown, 'its example shows nothing to anybody: give it one, or list it in SHOWS_NOTHING');
    });
  }
});

type Example = { at?: string; body?: unknown; reader?: 'may'; writer?: 'may' };
const future = new Date(test.now().getTime() + 2 * 86_400_000).toISOString();
const FIELDS = [TITLE];
const may = 'may';

/** What an unlimited caller may do with entries of the other types, by the route. */
const WRITES: Record<string, Example[]> = {
  'POST /v1/content/entries': [{ body: { type: 'closed', fields: { title: 'New' } }, writer: may }],
  'PATCH /v1/content/entries/:id': [
    { at: live.id, body: { fields: { title: 'Other' } }, writer: may },
    // It goes live tomorrow, as it is by then.
    { at: draft.id, body: { fields: { title: 'Other' } } },
  ],
  'DELETE /v1/content/entries/:id': [{ at: lone.id }, { at: guarded.id, writer: may }],
  'POST /v1/content/entries/:id/restore': [{ at: binned.id, writer: may }],
  'POST /v1/content/entries/:id/revisions/:version/restore': [{ at: live.id, writer: may }],
  'PUT /v1/content/entries/:id/position': [{ at: live.id, body: { at: 'first' } }],
  'POST /v1/content/entries/:id/publish': [{ at: draft.id, body: null }],
  'POST /v1/content/entries/:id/unpublish': [{ at: live.id, body: null }],
  'POST /v1/content/entries/:id/schedule': [{ at: draft.id, body: { at: future } }],
  'DELETE /v1/content/entries/:id/schedule': [{ at: draft.id }],
  'POST /v1/content/entries/:id/preview-token': [{ at: draft.id, body: null, reader: may, writer: may }],
  'POST /v1/content/preview-tokens': [{ body: null }],
  'POST /v1/content/entries/:id/comments': [
    { at: draft.id, body: { text: 'Mine' }, reader: may, writer: may },
  ],
  'PATCH /v1/content/comments/:id': [{ body: { resolved: true }, reader: may, writer: may }],
  'DELETE /v1/content/comments/:id': [{ reader: may, writer: may }],
  'POST /v1/content/entries/:id/review': [{ at: guarded.id, body: {}, writer: may }],
  'PUT /v1/content/entries/:id/review': [{ at: guarded.id, body: { version: 1, decision: 'approve' } }],
  'POST /v1/content/entries/bulk': [
    { body: { action: 'publish', entries: [{ id: draft.id }] } },
    { body: { action: 'publish', entries: [{ id: draft.id }], partial: true } },
    { body: { action: 'unpublish', entries: [{ id: live.id }] } },
    { body: { action: 'delete', entries: [{ id: guarded.id }] }, writer: may },
    { body: { action: 'restore', entries: [{ id: binned.id }] }, writer: may },
  ],
  'PATCH /v1/content/releases/:id': [{ body: { name: 'Summer' }, writer: may }],
  'DELETE /v1/content/releases/:id': [{}],
  'POST /v1/content/releases/:id/entries': [{ body: { entries: [{ id: live.id }] }, writer: may }],
  'DELETE /v1/content/releases/:id/entries/:entryId': [{ writer: may }],
  'POST /v1/content/releases/:id/publish': [{ body: null }],
  'POST /v1/content/releases/:id/schedule': [{ body: { at: future } }],
  'DELETE /v1/content/releases/:id/schedule': [{}],
  'PUT /v1/content/types/:name': [{ body: { title: 'Vacant', fields: FIELDS } }],
  'DELETE /v1/content/types/:name': [{}],
  'PUT /v1/content/locales': [{ body: { default: 'en', locales: [{ code: 'en' }, { code: 'de' }] } }],
};
/** A release without entries is of no type. */
const FREE = ['POST /v1/content/releases'];
const PARAMS: Record<string, string> = { id: release.id, entryId: draft.id, version: '1', name: 'vacant' };

const TABLES = [
  'entries',
  'published',
  'schedule',
  'reviews',
  'comments',
  'release_entries',
  'releases',
  'types',
];
async function stateOfContent(): Promise<string> {
  const { rows } = await test.db.inTenant(tenant.id, (tx) =>
    tx.query<{ state: string }>(
      `select concat(${TABLES.map((name) => `(select json_agg(t order by t::text) from content_${name} t)`).join(', ')}) as state`,
    ),
  );
  return rows[0]!.state;
}

describe('a write changes no entry of other types', () => {
  const writes = contentRoutes.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
  for (const { method, url, needs } of writes) {
    const name = `${method} ${url}`;
    if (FREE.includes(name)) continue;
    it(name, async () => {
      const examples = WRITES[name];
      assert.ok(examples, 'give this route an example in WRITES');
      for (const { at, body, ...rights } of examples) {
        const params: Record<string, string> = url.includes('/comments/:id')
          ? { ...PARAMS, id: comment.id }
          : PARAMS;
        const address = url.replace(/:(\w+)/g, (_, param) => (param === 'id' && at ? at : params[param]!));
        const rehearse = (token: string) => send(method, `${address}?dryRun=true`, token, body);
        const whole = await rehearse(owner);
        assert.ok(whole.status < 300, `the owner got ${whole.status}: ${whole.text}`);
        assert.doesNotMatch(whole.text, /"failed":1/, whole.text);
        const before = await stateOfContent();
        for (const [who, token] of Object.entries(blind)) {
          const answer = await send(method, address, token, body);
          assert.ok(isRefused(answer), `${who} got ${answer.status}: ${answer.text}`);
          assert.ok(!answer.text.includes(MARK), answer.text);
          assert.equal(await stateOfContent(), before, `${who} changed something`);
        }
        for (const [who, token, isAllowed] of [
          ['a reader', reader, rights.reader],
          ['a writer', writer, rights.writer],
        ] as const) {
          if (isAllowed) {
            // Comments of others are their authors' to delete.
            const answer = await rehearse(token);
            const isOwn = name !== 'DELETE /v1/content/comments/:id';
            assert.equal(answer.status < 300, isOwn, `${who} got ${answer.status}: ${answer.text}`);
            continue;
          }
          const answer = await send(method, address, token, body);
          assert.equal(answer.status, 403, `${who} got ${answer.status}: ${answer.text}`);
          const { details } = answer.body.error;
          if (needs.types === 'every') assert.deepEqual(details, { contentTypes: 'all' }, answer.text);
          else assert.match(details.contentType, /^(closed|guarded)$/, answer.text);
          assert.equal(await stateOfContent(), before, `${who} changed something`);
        }
      }
    });
  }
});

/** A bulk action and a release treat what the caller does not see as unknown, with the answer for unknown entries. */
function isRefused({ status, body }: Answer): boolean {
  if (status === 403 || status === 404) return true;
  if (status === 422) return body.error.details.every(({ code }: { code: string }) => code === 'not_found');
  return status === 200 && body.data.failed === 1;
}
