/** kill −9 of workers during a type change: readers see the new definition throughout, and every entry is rewritten once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { callUntilAnswered, sideBySide } from '../call-until-answered.ts';
import { type Installation, openInstallation, type Tenant } from '../installation.ts';
import type { Program } from '../program.ts';
import { type Row, within } from '../stage.ts';

const BATCH = 200;
const ENTRIES = 3 * BATCH - 50;
const LIVE = 20;
const KILLS = 3;
const PATIENCE_SECONDS = 30;

const BEFORE = [
  { name: 'name', kind: 'text', required: true },
  { name: 'price', kind: 'text' },
];
/** One field renamed, one of another kind, and one new. */
const AFTER = {
  title: 'Product',
  fields: [
    { name: 'title', kind: 'text', required: true },
    { name: 'price', kind: 'number' },
    { name: 'stock', kind: 'number', required: true },
  ],
  migrate: { rename: { name: 'title' }, convert: { price: 'strict' }, default: { stock: 7 } },
};

const TYPE = '/v1/content/types/product';

async function furnish(installation: Installation): Promise<Tenant> {
  const tenant = await installation.newTenant();
  const ask = async (method: string, path: string, body?: unknown) =>
    (await callUntilAnswered(installation, tenant, { method, path, body })).body.data;
  await ask('PUT', TYPE, { title: 'Product', fields: BEFORE });
  await sideBySide(ENTRIES, async (n) => {
    const fields = { name: `Product ${n}`, price: String(n) };
    const { id } = await ask('POST', '/v1/content/entries', { type: 'product', fields });
    if (n < LIVE) await ask('POST', `/v1/content/entries/${id}/publish`);
  });
  return tenant;
}

const UNDER_WAY = `select from content_type_changes where status = 'rewriting' and migrated >= $1`;
/** A worker locks the change that it processes, so this finds only a change that no worker has. */
const IN_NOBODYS_HAND = `${UNDER_WAY} for update skip locked`;
const OVER = `select from content_type_changes where finished_at is not null`;

/** Kills the worker during a batch, after this many rewritten entries. Returns false if the change had ended. */
const killInTheMiddle = (installation: Installation, worker: Program, rewritten: number): Promise<boolean> =>
  installation.asOwner(async (owner) => {
    const is = async (sql: string, ...values: number[]) => (await owner.query(sql, values)).rowCount! > 0;
    await within(PATIENCE_SECONDS, async () =>
      (await is(UNDER_WAY, rewritten)) ? !(await is(IN_NOBODYS_HAND, rewritten)) : is(OVER),
    );
    await sleep(installation.stage.random.between(0, 100));
    worker.signal('SIGKILL');
    await worker.ended;
    return !(await is(OVER));
  });

type Rewritten = {
  n: number;
  version: number;
  fields: Record<string, unknown>;
  shown: Record<string, unknown> | null;
  revisions: number;
  indexed: number;
  told: number;
  updated: number;
};

// Counts events by entry first; a subquery per entry would read all events each time.
const REWRITTEN = `
  with told as (
    select coalesce(data ->> 'entryId', data ->> 'id') as id,
      count(*) filter (where type = 'content.revision.created' and data ->> 'reason' = 'migrated')::int as revisions,
      count(*) filter (where type = 'content.entry.updated'
        or (type = 'content.entry.published' and data ->> 'changed' like '%title%'))::int as updated
    from events where type in ('content.revision.created', 'content.entry.updated', 'content.entry.published') group by 1
  )
  select (first.fields ->> 'price')::int as n, e.version, e.fields, p.fields as shown, told.revisions as told, told.updated,
    (select count(*)::int from content_revisions r
      where r.tenant_id = e.tenant_id and r.entry_id = e.id and r.reason = 'migrated') as revisions,
    (select count(*)::int from content_index i
      where i.tenant_id = e.tenant_id and i.entry_id = e.id and i.stage = 'draft' and i.field = 'stock') as indexed
  from content_entries e
  join content_revisions first on first.tenant_id = e.tenant_id and first.entry_id = e.id and first.version = 1
  left join content_published p on p.tenant_id = e.tenant_id and p.entry_id = e.id
  left join told on told.id = e.id::text`;

async function checkRewritten(installation: Installation): Promise<void> {
  const { rows } = await installation.asOwner((owner) => owner.query<Rewritten>(REWRITTEN));
  const count = (what: string, broken: (row: Rewritten) => boolean) => {
    const number = rows.filter(broken).length;
    installation.stage.check(`${what}: ${number}`, number === 0);
  };
  const isRight = (n: number, values: Record<string, unknown> | null) =>
    isDeepStrictEqual(values, { title: `Product ${n}`, price: n, stock: 7 });
  installation.stage.check(`all are there: ${rows.length}`, rows.length === ENTRIES);
  count('not rewritten as was asked', ({ n, fields }) => !isRight(n, fields));
  count('live, and not rewritten there', ({ n, shown }) => n < LIVE && !isRight(n, shown));
  count('not rewritten exactly once', ({ version, revisions }) => version !== 2 || revisions !== 1);
  count('not told exactly once', ({ told, updated }) => told !== 1 || updated !== 1);
  count('not listed by the new value', ({ indexed }) => indexed !== 1);
}

const midway: Row = {
  name: 'kill -9 of workers in the middle of a change of a content type',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    const tenant = await furnish(installation);
    const { changeId } = (
      await callUntilAnswered(installation, tenant, { method: 'PUT', path: TYPE, body: AFTER })
    ).body.data;
    stage.check('it goes on in the background', changeId !== null);
    let kills = 0;
    const ask = async (path: string) =>
      (await callUntilAnswered(installation, tenant, { method: 'GET', path })).body.data;
    const lookAtAll = async () => {
      const live: { fields: object }[] = await ask('/v1/content/published/product?limit=100');
      const isNew = ({ fields }: { fields: object }) =>
        Object.values(fields).every((value) => value !== null);
      const wrong = live.filter((entry) => !isNew(entry)).length;
      stage.check(`${live.length} live, without a value: ${wrong}`, live.length === LIVE && wrong === 0);
    };
    while (
      kills < KILLS &&
      (await killInTheMiddle(installation, await installation.worker(), kills * BATCH))
    ) {
      kills += 1;
      await lookAtAll();
    }
    await Promise.all([installation.worker(), installation.worker()]);
    const change = () => ask(`/v1/content/type-changes/${changeId}`);
    await within(PATIENCE_SECONDS, async () => (await change()).status !== 'running');
    const { status, migrated } = await change();
    stage.check(`it is carried out: ${status}, ${migrated}`, status === 'finished' && migrated === ENTRIES);
    const type = await ask(TYPE);
    stage.check('the type is settled', type.version === 2 && type.changeId === null);
    await checkRewritten(installation);
    const fields = { title: 'Another', stock: 1 };
    const body = { type: 'product', fields };
    await callUntilAnswered(installation, tenant, { method: 'POST', path: '/v1/content/entries', body });
    stage.note({ entries: ENTRIES, 'kills with a batch in hand': kills });
  },
};

export const contentTypeRows: Row[] = [midway];
