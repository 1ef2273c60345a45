/** kill −9 of workers while entries are published and taken down: each change happens once, perhaps late, and none is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { callUntilAnswered, sideBySide } from '../call-until-answered.ts';
import { type Installation, openInstallation, type Tenant } from '../installation.ts';
import type { Program } from '../program.ts';
import { type Row, within } from '../stage.ts';

const WAVES = 3;
const PER_WAVE = 30;
/** The time from scheduling until the entry is due. */
const AHEAD_MS = 1_500;
/** The time from publishing until unpublishing. */
const LIVE_MS = 1_000;
/** The work of a killed worker passes to another one after five seconds. */
const PATIENCE_SECONDS = 25;

type Planned = { id: string; version: number; isTakenDown: boolean };

/** Every second entry is unpublished again; every third is saved twice, so that versions differ. */
async function plan(
  installation: Installation,
  tenant: Tenant,
  count: number,
  aheadMs = AHEAD_MS,
): Promise<Planned[]> {
  const ask = async (method: string, path: string, body: unknown) =>
    (await callUntilAnswered(installation, tenant, { method, path: `/v1/content${path}`, body })).body.data;
  const drafts = await sideBySide(count, async (n): Promise<Planned> => {
    const { id } = await ask('POST', '/entries', { type: 'note', fields: { title: `First ${n}` } });
    const isChanged = n % 3 === 0;
    if (isChanged) await ask('PATCH', `/entries/${id}`, { fields: { title: `Second ${n}` } });
    return { id, version: isChanged ? 2 : 1, isTakenDown: n % 2 === 0 };
  });
  const wave = Date.now() + aheadMs;
  await sideBySide(count, async (n) => {
    const { id, isTakenDown } = drafts[n]!;
    // All at the same time, unless the machine is too slow to schedule them before it.
    const at = Math.max(wave, Date.now() + 500);
    const times = { at: atTime(at), ...(isTakenDown && { unpublishAt: atTime(at + LIVE_MS) }) };
    await ask('POST', `/entries/${id}/schedule`, times);
  });
  return drafts;
}

const atTime = (ms: number) => new Date(ms).toISOString();

async function openNotes(installation: Installation): Promise<Tenant> {
  const tenant = await installation.newTenant();
  const body = { title: 'Note', fields: [{ name: 'title', kind: 'text', required: true }] };
  await callUntilAnswered(installation, tenant, { method: 'PUT', path: '/v1/content/types/note', body });
  return tenant;
}

const countOf = async (installation: Installation, sql: string): Promise<number> =>
  (await installation.asOwner((owner) => owner.query(sql))).rowCount ?? 0;

type Fate = {
  id: string;
  status: string;
  published_version: number | null;
  shown: number | null;
  lives: number;
  downs: number;
};

async function checkFates(installation: Installation, planned: Planned[]): Promise<void> {
  const { stage } = installation;
  const isDone = async () => (await countOf(installation, 'select from content_schedule')) === 0;
  stage.check('everything that was scheduled happens', await within(PATIENCE_SECONDS, isDone));
  const { rows } = await installation.asOwner((owner) => owner.query<Fate>(FATES));
  const fates = new Map(rows.map((row) => [row.id, row]));
  const count = (what: string, broken: (fate: Fate, planned: Planned) => boolean) => {
    const number = planned.filter((each) => broken(fates.get(each.id)!, each)).length;
    stage.check(`${what}: ${number}`, number === 0);
  };
  count('did not go live exactly once', ({ lives }) => lives !== 1);
  count(
    'were not taken down as often as they were to be',
    ({ downs }, { isTakenDown }) => downs !== Number(isTakenDown),
  );
  count('are live although taken down, or down although live', ({ status, shown }, { isTakenDown }) =>
    isTakenDown ? status !== 'draft' || shown !== null : status !== 'published' || shown === null,
  );
  count(
    'are live in another version than the one saved last',
    ({ shown, published_version }, { isTakenDown, version }) =>
      !isTakenDown && (shown !== version || published_version !== version),
  );
  const latest = await installation.asOwner((owner) => owner.query<{ late: string }>(LATEST));
  stage.note({ entries: planned.length, 'latest by s': Number(latest.rows[0]!.late).toFixed(1) });
}

const FATES = `
  select e.id, e.status, e.published_version, p.version as shown, told.lives, told.downs
  from content_entries e left join content_published p on p.tenant_id = e.tenant_id and p.entry_id = e.id
  cross join lateral (
    select count(*) filter (where type = 'content.entry.published')::int as lives,
      count(*) filter (where type = 'content.entry.unpublished')::int as downs
    from events v
    where v.tenant_id = e.tenant_id and v.type like 'content.entry.%published' and v.data ->> 'id' = e.id::text
      and (v.data ->> 'scheduled')::boolean) told`;

const LATEST = `
  select max(extract(epoch from (live.data ->> 'publishedAt')::timestamptz - (said.data ->> 'publishAt')::timestamptz)) as late
  from events said join events live on live.tenant_id = said.tenant_id and live.data ->> 'id' = said.data ->> 'id'
  where said.type = 'content.entry.scheduled' and live.type = 'content.entry.published'`;

const killed: Row = {
  name: 'kill -9 of workers, again and again, while entries go live and are taken down',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    const tenant = await openNotes(installation);
    const workers: Program[] = [await installation.worker(), await installation.worker()];
    const planned: Planned[] = [];
    let orphaned = 0;
    for (let wave = 0; wave < WAVES; wave++) {
      planned.push(...(await plan(installation, tenant, PER_WAVE)));
      await installation.asOwner((owner) =>
        within(AHEAD_MS / 1000 + 5, async () => (await owner.query(IN_HAND)).rowCount! > 0),
      );
      const victim = stage.random.between(0, 1);
      workers[victim]!.signal('SIGKILL');
      await workers[victim]!.ended;
      orphaned += await countOf(installation, IN_HAND);
      workers[victim] = await installation.worker();
    }
    await checkFates(installation, planned);
    stage.note({ 'in hand at a kill': orphaned });
  },
};

const IN_HAND = `select from content_schedule where claimed_until > now()`;

const allDown: Row = {
  name: 'every worker is down when entries are to go live and to be taken down',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    const tenant = await openNotes(installation);
    const worker = await installation.worker();
    worker.signal('SIGKILL');
    await worker.ended;
    const planned = await plan(installation, tenant, 60);
    await sleep(AHEAD_MS + LIVE_MS + 500);
    stage.check(
      'nothing happens meanwhile',
      (await countOf(installation, 'select from content_published')) === 0,
    );
    await installation.worker();
    await checkFates(installation, planned);
  },
};

export const contentRows: Row[] = [killed, allDown];
