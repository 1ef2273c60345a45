/** Several processes publish, take down, release and schedule the same entries, some of them with a wrong clock. */
import { setTimeout as sleep } from 'node:timers/promises';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { callUntilAnswered, sideBySide } from '../call-until-answered.ts';
import { call } from '../client.ts';
import { type Installation, openInstallation, type Tenant } from '../installation.ts';
import { addEntries } from '../magazine.ts';
import { freePort, startProgram } from '../program.ts';
import { type Row, within } from '../stage.ts';

const NOTES = 300;
const BULK = 100;
const ROUNDS = 40;
const DAY = 86_400_000;
const PATIENCE_SECONDS = 60;

async function openNotes(
  installation: Installation,
  count: number,
): Promise<{ tenant: Tenant; ids: string[] }> {
  const tenant = await installation.newTenant();
  const fields = [{ name: 'title', kind: 'text', required: true }];
  await tenant.ask('PUT', '/v1/content/types/note', { title: 'Note', fields });
  const ids = await addEntries(installation, tenant, 'note', count, (n) => ({ title: `Note ${n}` }));
  return { tenant, ids };
}

const newRelease = async (tenant: Tenant, entries: object[]): Promise<string> => {
  const { id } = (await tenant.ask('POST', '/v1/content/releases', { name: 'Issue' })).body.data;
  for (let at = 0; at < entries.length; at += BULK)
    await tenant.ask('POST', `/v1/content/releases/${id}/entries`, { entries: entries.slice(at, at + BULK) });
  return id;
};

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

const together: Row = {
  name: 'two processes publish, take down, release and schedule the same entries at once',
  async run(stage) {
    const installation = await openInstallation(stage);
    const urls: string[] = [];
    for (let n = 0; n < 2; n++) {
      await installation.api({ PORT: String(await freePort()) });
      urls.push(installation.url);
      await installation.worker();
    }
    const { tenant, ids } = await openNotes(installation, NOTES);
    // Some are under way already when the last is scheduled.
    const ask = (path: string, body: object) =>
      callUntilAnswered(installation, tenant, { method: 'POST', path: `/v1/content/${path}`, body });
    const releases: string[] = [];
    for (let n = 0; n < 6; n++) {
      const action = n % 2 === 0 ? 'unpublish' : 'publish';
      const id = await newRelease(
        tenant,
        ids.slice(n * 20, n * 20 + 150).map((one) => ({ id: one, action })),
      );
      if (n < 4) await ask(`releases/${id}/schedule`, { at: inMs(6_000 + n * 500) });
      releases.push(id);
    }
    // One that a release has taken down by then is refused.
    const schedule = (n: number) =>
      call('POST', `${urls[n % 2]}/v1/content/entries/${ids[n]}/schedule`, {
        ...{ token: tenant.key, body: { unpublishAt: inMs(4_000) } },
      });
    await sideBySide(60, schedule);
    const told: Record<string, number> = {};
    await sideBySide(
      ROUNDS,
      async (n) => {
        const some = stage.random.between(0, NOTES - BULK);
        const entries = ids.slice(some, some + BULK).map((id) => ({ id }));
        if (n % 2 === 0) entries.reverse();
        const bulk = { action: n % 3 === 0 ? 'unpublish' : 'publish', entries, partial: n % 5 === 0 };
        const [path, body] =
          n % 10 === 9
            ? [`releases/${releases[4 + (n % 20 === 19 ? 1 : 0)]}/publish`, {}]
            : ['entries/bulk', bulk];
        const url = `${urls[n % 2]}/v1/content/${path}`;
        const { status } = await call('POST', url, { token: tenant.key, body });
        told[status] = (told[status] ?? 0) + 1;
        const isExpected = [200, 404, 409, 412, 422, 503].includes(status);
        stage.check(`POST ${path} gets ${status}`, isExpected);
      },
      8,
    );
    const rows = async (sql: string) =>
      (await installation.asOwner((owner) => owner.query<Record<string, number>>(sql))).rows[0]!;
    const isDrained = await within(PATIENCE_SECONDS, async () => (await rows(LEFT)).count === 0);
    stage.check(`what was scheduled happens, or says why not: ${(await rows(LEFT)).count} left`, isDrained);
    const wrong = await rows(WRONG);
    stage.check(`entries that are not as their events say: ${wrong.count}`, wrong.count === 0);
    const twice = await rows(TWICE);
    stage.check(`releases that are not told exactly once: ${twice.count}`, twice.count === 0);
    stage.note({ ...told, deadlocks: (await rows(DEADLOCKS)).count! });
  },
};

const LEFT = `
  select (select count(*) from content_schedule where failed_at is null)::int
    + (select count(*) from content_releases where status = 'scheduled')::int as count`;

/** All began live, without events. */
const WRONG = `
  select count(*)::int as count from content_entries e
  left join content_published p on p.tenant_id = e.tenant_id and p.entry_id = e.id
  cross join lateral (
    select count(*) filter (where type = 'content.entry.published') as lives,
      count(*) filter (where type = 'content.entry.unpublished') as downs
    from events v where v.tenant_id = e.tenant_id and v.data ->> 'id' = e.id::text and v.type like 'content.entry.%published') told
  where (p.entry_id is null) <> (e.status = 'draft') or 1 + told.lives - told.downs <> (p.entry_id is not null)::int
    or exists (select from content_index i where i.tenant_id = e.tenant_id and i.entry_id = e.id and i.stage = 'published')
      <> (p.entry_id is not null)`;

const TWICE = `
  select count(*)::int as count from content_releases r where (r.status = 'published')::int <> (
    select count(*) from events v
    where v.tenant_id = r.tenant_id and v.type = 'content.release.published' and v.data ->> 'id' = r.id::text)`;

const DEADLOCKS = 'select deadlocks::int as count from pg_stat_database where datname = current_database()';

const AHEAD_MS = 15_000;

const wrongClocks: Row = {
  name: 'content goes live by the clock of the database, beside processes 60 days ahead and behind',
  waits: true,
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    const { tenant, ids } = await openNotes(installation, 40);
    const shifted = async (ms: number) =>
      startProgram(stage, 'start', {
        ...{ DATABASE_URL: installation.databaseUrl, COLONNADE_SECRET: TEST_SECRET },
        ...{ PORT: String(await freePort()), SHIFT_CLOCK_MS: String(ms) },
      });
    // Off by less than a minute, a process does background work.
    const wrong = [];
    for (const ms of [60 * DAY, -60 * DAY, 50_000, -50_000]) wrong.push(await shifted(ms));
    const right = Date.now();
    const at = new Date(right + AHEAD_MS).toISOString();
    for (const [n, program] of wrong.entries()) {
      const ask = (path: string, body: object) =>
        call('POST', `${program.url}/v1/content/${path}`, { token: tenant.key, body });
      const scheduled = await ask(`entries/${ids[n]}/schedule`, { unpublishAt: at });
      stage.check(`a time is taken: ${scheduled.status}`, scheduled.status === 200);
      const late = await ask(`entries/${ids[n + 10]}/schedule`, {
        unpublishAt: new Date(right - 5_000).toISOString(),
      });
      stage.check(`a time that is over is refused: ${late.status}`, late.status === 422);
      const far = await ask(`entries/${ids[n + 20]}/schedule`, {
        unpublishAt: new Date(right + 30 * DAY).toISOString(),
      });
      stage.check(`a far time is taken: ${far.status}`, far.status === 200);
    }
    const release = await newRelease(
      tenant,
      ids.slice(5, 9).map((id) => ({ id, action: 'unpublish' })),
    );
    await tenant.ask('POST', `/v1/content/releases/${release}/schedule`, { at });
    const live = async () =>
      (await installation.asOwner((owner) => owner.query('select from content_published'))).rowCount!;
    await sleep(right + AHEAD_MS - 1_500 - Date.now());
    stage.check(`nothing is taken down early: ${await live()}`, (await live()) === ids.length);
    const isDone = await within(20, async () => (await live()) === ids.length - 8);
    stage.check(`all is taken down at its time, and nothing else: ${await live()}`, isDone);
    await sleep(2_000);
    stage.check(`nor later: ${await live()}`, (await live()) === ids.length - 8);
    const { rows } = await installation.asOwner((owner) => owner.query<{ late: number }>(LATE, [at]));
    stage.check(`by the database's clock: ${rows[0]!.late} s late at most`, rows[0]!.late < 15);
    stage.note({ 'late s': rows[0]!.late });
  },
};

const LATE = `
  select round(max(extract(epoch from created_at - $1::timestamptz)), 1)::float as late from events
  where type = 'content.entry.unpublished'`;

export const contentRaceRows: Row[] = [together, wrongClocks];
