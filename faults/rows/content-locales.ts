/** The locales of a tenant with 20 thousand entries change: other tenants are not slowed, and kill −9 of the worker loses nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { compareBeside, openBystander } from '../bystander.ts';
import { callUntilAnswered } from '../call-until-answered.ts';
import { type Installation, openInstallation, type Tenant } from '../installation.ts';
import { addEntries } from '../magazine.ts';
import { type Row, within } from '../stage.ts';

const ENTRIES = 20_000;
const PATIENCE_SECONDS = 600;
const [en, de] = [{ code: 'en' }, { code: 'de' }];
const fr = { code: 'fr', fallback: 'de' };
const SHOWN = 20;

async function furnish(installation: Installation): Promise<Tenant> {
  const tenant = await installation.newTenant();
  await tenant.ask('PUT', '/v1/content/locales', { default: 'en', locales: [en, de] });
  const fields = [
    { name: 'title', kind: 'text', required: true, localised: true },
    { name: 'slug', kind: 'slug', localised: true },
  ];
  await tenant.ask('PUT', '/v1/content/types/note', { title: 'Note', fields });
  await addEntries(installation, tenant, 'note', ENTRIES, (n) => {
    const texts = { en: `note-${n}`, ...(n % 2 === 0 && { de: `notiz-${n}` }) };
    return { title: texts, slug: texts };
  });
  return tenant;
}

const changing: Row = {
  name: 'the locales of 20 thousand entries change, and kill -9 of the worker in the middle of it',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    const worker = await installation.worker();
    const bystander = await openBystander(installation);
    const tenant = await furnish(installation);
    const data = async (path: string) =>
      (await callUntilAnswered(installation, tenant, { method: 'GET', path: `/v1/content${path}` })).body;
    const change = async () => (await data('/locales/change')).data;
    const total = async (query: string): Promise<number> =>
      (await data(`/published/note?count=true&limit=1&${query}`)).total?.count;
    const isOver = () => within(PATIENCE_SECONDS, async () => (await change()).status !== 'running');

    const wanted = { default: 'en', locales: [en, de, fr] };
    const began = performance.now();
    await compareBeside(installation, bystander, async () => {
      await tenant.ask('PUT', '/v1/content/locales', wanted);
    });
    stage.check('it is over', await isOver());
    stage.note({
      entries: ENTRIES,
      'seconds of the first change': Math.round((performance.now() - began) / 1000),
    });
    stage.check(`it is ${(await change()).status}`, (await change()).status === 'finished');
    const found = (await data(`/published/note?locale=fr&sort=title&order=desc&limit=${SHOWN}`)).data;
    const titles = found.map(({ fields }: { fields: { title: string } }) => fields.title).join();
    stage.check(`readers of fr see the titles of their fallback: ${titles}`, !/note-/.test(titles));

    await tenant.ask('PUT', '/v1/content/locales', { default: 'de', locales: [en, de, fr], blank: 'copy' });
    let blank = 0;
    let reads = 0;
    let isDone = false;
    const read = async () => {
      for (; !isDone; await sleep(20)) {
        const n = stage.random.between(0, ENTRIES - 1);
        const { fields } = (await data(`/published/note/note-${n}?locale=de`)).data;
        reads += 1;
        if (fields.title !== (n % 2 === 0 ? `notiz-${n}` : `note-${n}`)) blank += 1;
      }
    };
    const reading = read();
    const isHalf = await within(PATIENCE_SECONDS, async () => (await change()).done > ENTRIES / 2);
    worker.signal('SIGKILL');
    await worker.ended;
    const { done, status } = await change();
    stage.check(`it is killed in the middle: ${done}, ${status}`, isHalf && status === 'running');
    await installation.worker();
    stage.check('it is over', await isOver());
    isDone = true;
    await reading;
    const over = await change();
    stage.check(`it is ${over.status}: ${over.reason}`, over.status === 'finished' && over.done === ENTRIES);
    stage.check(`${reads} reads, of another text: ${blank}`, blank === 0);
    const count = await total('where={"title":{"startsWith":"note-"}}');
    stage.check(`copies that a list finds: ${count}`, count === ENTRIES / 2);
    const { rows } = await installation.asOwner((owner) => owner.query<{ wrong: number }>(WRONG));
    stage.check(`not copied exactly once: ${rows[0]!.wrong}`, rows[0]!.wrong === 0);
    stage.note({ reads, 'killed at': done });
  },
};

/** Entries whose slug is not that of the new default, or that have another number of revisions of the change. */
const WRONG = `
  select count(*)::int as wrong from content_entries e
  where e.slug is distinct from (e.fields -> 'slug' ->> 'de') or (
    select count(*) from content_revisions r
    where r.tenant_id = e.tenant_id and r.entry_id = e.id and r.reason = 'migrated') <> (e.slug like 'note-%')::int`;

export const contentLocaleRows: Row[] = [changing];
