/** kill −9 of the API during an import of redirects: all or nothing, and visitors of another process never see half of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { type Answer, call } from '../client.ts';
import { type Installation, openInstallation, type Tenant } from '../installation.ts';
import { freePort, type Program } from '../program.ts';
import { type Row, type Stage, within } from '../stage.ts';

const RULES = 3_000;
const VISITORS = 3;
const SWEEP = 200;

/** Each edition redirects every path to another target. */
const fileOf = (edition: number) =>
  ['from,to', ...Array.from({ length: RULES }, (_, n) => `/p-${n},/edition-${edition}-${n}`)].join('\n');

const send = (installation: Installation, tenant: Tenant, edition: number): Promise<Answer> =>
  call('POST', `${installation.url}/v1/redirects/import?existing=replace&errorPolicy=reject_all`, {
    ...{ token: tenant.key, key: `edition ${edition}`, file: fileOf(edition) },
  });

/** `edition` is the one that redirected the visit; null if the target matches none. */
type Visit = { began: number; ended: number; edition: number | null };

function openVisits(stage: Stage, address: string) {
  const agent = new Agent();
  const visits: Visit[] = [];
  let isOver = false;
  async function visit(): Promise<Visit> {
    const n = stage.random.between(0, RULES - 1);
    const began = performance.now();
    const answer = await request(`${address}/p-${n}`, { dispatcher: agent }).catch(() => null);
    await answer?.body.dump();
    const location = String(answer?.headers.location);
    const [, edition, which] = /^\/edition-(\d+)-(\d+)$/.exec(location) ?? [];
    const isRight = answer?.statusCode === 301 && Number(which) === n;
    const made = { began, ended: performance.now(), edition: isRight ? Number(edition) : null };
    visits.push(made);
    return made;
  }
  const come = async () => {
    for (; !isOver; await sleep(5)) await visit();
  };
  const coming = Promise.all(Array.from({ length: VISITORS }, come));
  const leave = async () => {
    isOver = true;
    await coming;
  };
  stage.cleanUp(() => leave().then(() => agent.close()));
  return {
    visits,
    /** Returns the editions that many visits in a row see. */
    async sweep(): Promise<string> {
      const seen = new Set<number | null>();
      for (let n = 0; n < SWEEP; n++) seen.add((await visit()).edition);
      return [...seen].join();
    },
    leave,
  };
}

/** Counts visits that saw an older edition than a visit that had ended before they began. */
function fallenBack(visits: Visit[]): number {
  const byEnd = visits.toSorted((a, b) => a.ended - b.ended);
  let [newest, next, number] = [0, 0, 0];
  for (const { began, edition } of visits.toSorted((a, b) => a.began - b.began)) {
    for (; byEnd[next]!.ended < began; next++) newest = Math.max(newest, byEnd[next]!.edition ?? 0);
    if (edition !== null && edition < newest) number += 1;
  }
  return number;
}

/** A transaction has been open for more than 50 ms. */
const WRITING = `
  select from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and xact_start < clock_timestamp() - interval '50 milliseconds'`;

/** Kills the API during the import; the request fails with it. */
async function killMidway(installation: Installation, api: Program, sending: Promise<Answer>): Promise<void> {
  await installation.asOwner((owner) => within(10, async () => (await owner.query(WRITING)).rowCount! > 0));
  await sleep(installation.stage.random.between(0, 300));
  api.signal('SIGKILL');
  await Promise.all([api.ended, sending]);
}

async function storedEditions(installation: Installation): Promise<string> {
  const { rows } = await installation.asOwner((owner) =>
    owner.query<{ edition: string }>(
      `select split_part(to_url, '-', 2) || ':' || count(*) as edition from redirects group by split_part(to_url, '-', 2)`,
    ),
  );
  return rows.map(({ edition }) => edition).join();
}

const eventsOf = async (installation: Installation, type: string): Promise<number> =>
  (await installation.asOwner((owner) => owner.query('select from events where type = $1', [type])))
    .rowCount!;

const imported: Row = {
  name: 'kill -9 of the API during an import of redirects that another process serves',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api({ PORT: await newPort() });
    const serving = installation.url;
    const tenant = await installation.newTenant();
    stage.check('the first is imported', (await send(installation, tenant, 1)).status === 200);
    const { propertyId } = (await tenant.ask('GET', '/v1/redirects?limit=1')).body.data[0];
    const { visits, sweep, leave } = openVisits(stage, `${serving}/r/${propertyId}`);
    const check = async (edition: number, when: string) => {
      const [stored, served] = [await storedEditions(installation), await sweep()];
      stage.check(`${when}: stored ${stored}`, stored === `${edition}:${RULES}`);
      stage.check(`${when}: served ${served}`, served === String(edition));
    };

    const first = await installation.api({ PORT: await newPort(), CRASH_AT: 'before_commit:1' });
    stage.check('lost before commit', (await send(installation, tenant, 2)).status === 0);
    stage.check('it died at its crash point', (await first.ended).signal === 'SIGKILL');
    await check(1, 'not committed');

    const second = await installation.api({ PORT: await newPort() });
    await killMidway(installation, second, send(installation, tenant, 2));
    const [left] = (await storedEditions(installation)).split(':');
    await check(Number(left), 'killed midway');

    const third = await installation.api({
      PORT: await newPort(),
      CRASH_AT: 'after_commit_before_response:1',
    });
    stage.check('lost after commit', (await send(installation, tenant, 2)).status === 0);
    stage.check('it died at its crash point', (await third.ended).signal === 'SIGKILL');
    await check(2, 'committed');

    await installation.api({ PORT: await newPort() });
    const again = await send(installation, tenant, 2);
    stage.check(
      'asked again, the answer is given again',
      again.replayed && again.body.data.replaced === RULES,
    );
    stage.check('another import succeeds', (await send(installation, tenant, 3)).status === 200);
    const answered = performance.now();
    await check(3, 'after the answer');
    await leave();
    const late = visits.filter(({ began, edition }) => began > answered && edition !== 3).length;
    stage.check(`led by something else after the answer: ${late}`, late === 0);
    const lost = visits.filter(({ edition }) => edition === null).length;
    stage.check(`not led as any edition says: ${lost}`, lost === 0);
    stage.check(`led by an older edition than one before: ${fallenBack(visits)}`, fallenBack(visits) === 0);
    const told = [
      await eventsOf(installation, 'redirect.added'),
      await eventsOf(installation, 'redirect.removed'),
    ];
    stage.check(`each is told once: ${told}`, told.join() === [3 * RULES, 2 * RULES].join());
    stage.note({ redirects: RULES, visits: visits.length, 'left midway': `edition ${left}` });
  },
};

const newPort = async () => String(await freePort());

export const redirectRows: Row[] = [imported];
