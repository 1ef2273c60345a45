/** kill −9 of the API while entries are saved: after a repeat, each save exists once, and all derived rows match it. */
import type { CrashPoint } from '#kernel/crash.ts';
import { callUntilAnswered, sideBySide } from '../call-until-answered.ts';
import { type Installation, openInstallation, type Tenant } from '../installation.ts';
import type { Row } from '../stage.ts';

const FIELDS = [
  { name: 'label', kind: 'text' },
  { name: 'step', kind: 'number' },
];
const ENTRIES = 40;
const WRITERS = 6;
const KILLS = 3;
const CHANGES = 3;
/** One for creating, one per change, one for restoring the first revision. */
const REVISIONS = 1 + CHANGES + 1;
const labelOf = (n: number, step: number) => `label-${n}-${step}`;

/**
 * The whole life of one entry. A request without an answer is repeated with the same key. A PATCH needs no key, because
 * repeating the same values changes nothing.
 */
async function write(
  installation: Installation,
  tenant: Tenant,
  n: number,
): Promise<{ id: string; replays: number }> {
  let replays = 0;
  const ask = async (method: string, path: string, body?: unknown) => {
    const key = `${n} ${method} ${path}`;
    const answer = await callUntilAnswered(installation, tenant, {
      method,
      path: `/v1/content/entries${path}`,
      body,
      key,
    });
    replays += Number(answer.replayed);
    return answer.body.data;
  };
  const fields = (step: number) => ({ fields: { label: labelOf(n, step), step } });
  const { id } = await ask('POST', '', { type: 'note', ...fields(0) });
  for (let step = 1; step <= CHANGES; step++) await ask('PATCH', `/${id}`, fields(step));
  await ask('POST', `/${id}/revisions/1/restore`);
  return { id, replays };
}

type Stored = {
  id: string;
  version: number;
  agrees: boolean;
  revisions: number[];
  told: number[];
  made: number;
};

const STORED = `
  select e.id, e.version, made.count as made,
    e.fields::jsonb = (select fields::jsonb from content_revisions r
      where r.tenant_id = e.tenant_id and r.entry_id = e.id and r.version = e.version) as agrees,
    (select array_agg(version order by version) from content_revisions r
      where r.tenant_id = e.tenant_id and r.entry_id = e.id) as revisions,
    (select array_agg((data ->> 'version')::int order by (data ->> 'version')::int) from events v
      where v.tenant_id = e.tenant_id and v.type = 'content.revision.created' and v.data ->> 'entryId' = e.id::text) as told
  from content_entries e cross join lateral (
    select count(*)::int from events v
    where v.tenant_id = e.tenant_id and v.type = 'content.entry.created' and v.data ->> 'id' = e.id::text) made`;

async function checkStored(installation: Installation, ids: string[]): Promise<void> {
  const { rows } = await installation.asOwner((owner) => owner.query<Stored>(STORED));
  const stored = new Map(rows.map((row) => [row.id, row]));
  const numbers = Array.from({ length: REVISIONS }, (_, n) => n + 1).join();
  const count = (what: string, broken: unknown[]) =>
    installation.stage.check(`${what}: ${broken.length}`, broken.length === 0);
  count(
    'lost although acknowledged',
    ids.filter((id) => !stored.has(id)),
  );
  count(
    'stored although never acknowledged',
    rows.filter(({ id }) => !ids.includes(id)),
  );
  count(
    'without exactly one event that tells they were created',
    rows.filter(({ made }) => made !== 1),
  );
  count(
    `whose revisions are not ${numbers}`,
    rows.filter(({ revisions }) => revisions.join() !== numbers),
  );
  count(
    'without one event for each revision',
    rows.filter(({ told }) => told.join() !== numbers),
  );
  count(
    'whose draft is not the last revision',
    rows.filter(({ version, agrees }) => version !== REVISIONS || !agrees),
  );
}

/** Checks that lists find the entries by their current value, and not by former ones. */
async function checkIndex(installation: Installation, tenant: Tenant, ids: string[]): Promise<void> {
  const found = async (where: object) => {
    const query = new URLSearchParams({ type: 'note', where: JSON.stringify(where), limit: '100' });
    const path = `/v1/content/entries?${query}`;
    const { data } = (await callUntilAnswered(installation, tenant, { method: 'GET', path })).body;
    return data.map(({ id }: { id: string }) => id) as string[];
  };
  const wrong = await sideBySide(ids.length, async (n) => {
    const now = await found({ label: labelOf(n, 0) });
    const before = await found({ label: labelOf(n, CHANGES) });
    return now.join() !== ids[n] || before.length > 0;
  });
  const count = wrong.filter(Boolean).length;
  installation.stage.check(`not listed by the value they have alone: ${count}`, count === 0);
  const same = await found({ step: 0 });
  installation.stage.check(
    'listed once by the value they share',
    same.sort().join() === ids.toSorted().join(),
  );
}

const atPoint = (point: CrashPoint): Row => ({
  name: `kill -9 of the API at ${point} of saves of entries`,
  async run(stage) {
    const installation = await openInstallation(stage);
    let api = await installation.api();
    const tenant = await installation.newTenant();
    const body = { title: 'Note', fields: FIELDS };
    await callUntilAnswered(installation, tenant, { method: 'PUT', path: '/v1/content/types/note', body });
    api.signal('SIGKILL');
    await api.ended;
    const dying = (least: number, most: number) =>
      installation.api({ CRASH_AT: `${point}:${stage.random.between(least, most)}` });
    // The writers begin with new entries, so the first kill hits one of those.
    api = await dying(1, WRITERS);
    const writing = sideBySide(ENTRIES, (n) => write(installation, tenant, n), WRITERS);
    // The error is handled where `writing` is awaited.
    writing.catch(() => {});
    for (let kill = 1; kill <= KILLS; kill++) {
      stage.check('it died at its crash point', (await api.ended).signal === 'SIGKILL');
      api = kill < KILLS ? await dying(20, 50) : await installation.api();
    }
    const entries = await writing;
    const ids = entries.map(({ id }) => id);
    await checkStored(installation, ids);
    await checkIndex(installation, tenant, ids);
    const replays = entries.reduce((sum, entry) => sum + entry.replays, 0);
    stage.check(
      'whoever asks for a new entry again is shown the one that is there',
      point === 'before_commit' || replays > 0,
    );
    stage.note({ entries: ids.length, revisions: ids.length * REVISIONS, replayed: replays });
  },
});

export const contentSaveRows: Row[] = [atPoint('before_commit'), atPoint('after_commit_before_response')];
