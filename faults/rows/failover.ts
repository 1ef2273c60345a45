/** The primary dies and its standby takes over: a synchronous standby has every acknowledged write, an asynchronous one has not. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { type Pair, startPair } from '#kernel/testing/pair.ts';
import { compare } from '../checker.ts';
import { type Answer, call } from '../client.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { isAcknowledged, type Load, type Wish } from '../load.ts';
import { noteRefusals } from '../outage.ts';
import { freePort, type Program } from '../program.ts';
import { type Row, type Stage, within } from '../stage.ts';
import { loadTenants, openTenants, warmUp } from '../tenants.ts';

const LOAD_MS = 4_000;
/** The standby receives nothing for this long before the primary dies. */
const SILENT_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;

type Scene = { pair: Pair; installation: Installation; programs: Program[]; load: Load };

async function open(stage: Stage, synchronous: boolean): Promise<Scene> {
  const pair = await startPair({ synchronous, durable: true });
  stage.cleanUp(() => pair.close());
  const installation = await openInstallation(stage, pair.at(pair.primary.host, pair.standby.host));
  const programs = [
    await installation.api(),
    await installation.api({ PORT: String(await freePort()) }),
    await installation.worker(),
  ];
  await openTenants(installation);
  const load = loadTenants(installation, {
    url: () => stage.random.oneOf(programs.slice(0, 2)).url,
    insisting: 0.5,
  });
  // A synchronous pair is slow: each commit waits for two disks.
  await sleep(LOAD_MS);
  return { pair, installation, programs, load };
}

async function failOver({ pair, installation, load }: Scene): Promise<void> {
  pair.replication.blackhole();
  await sleep(SILENT_MS);
  installation.stage.note({ 'acknowledged before': load.wishes.filter(isAcknowledged).length });
  await pair.primary.kill();
  const began = performance.now();
  await pair.promote();
  installation.stage.note({ 'promoted after ms': Math.round(performance.now() - began) });
  await warmUp(installation);
}

const synchronous: Row = {
  name: 'failover to a synchronous standby, and the former primary comes back',
  async run(stage) {
    const scene = await open(stage, true);
    const { pair, installation, programs, load } = scene;
    await failOver(scene);
    await pair.primary.start();
    const before = await countOrders(pair);
    await loseConnections(pair);
    // A new process does not know which of the two is the former primary, and the first in the list is.
    programs.push(await installation.api({ PORT: String(await freePort()) }));
    await warmUp(installation);
    await load.stop();

    for (const { url } of programs.filter((program) => program !== programs[2])) {
      let answer: Answer | undefined;
      const isReady = await within(5, async () => {
        answer = await call('GET', `${url}/readyz`);
        return answer.status === 200;
      });
      stage.check(`every API is ready: ${JSON.stringify(answer?.body)}`, isReady);
    }
    stage.check(
      'every process stayed up',
      programs.every((program) => program.isAlive()),
    );
    const pause = longestPause(load.wishes);
    stage.check(`the longest pause is ${pause} ms`, pause < LONGEST_PAUSE_MS);
    stage.note({ 'longest pause ms': pause });
    noteRefusals(installation, load.wishes, LONGEST_PAUSE_MS);
    await compare(installation, load.wishes);
    stage.check('nothing was written to the former primary', (await countOrders(pair)) === before);
  },
};

const asynchronous: Row = {
  name: 'failover to an asynchronous standby',
  async run(stage) {
    const scene = await open(stage, false);
    await failOver(scene);
    await scene.load.stop();
    // The loss is the point of this row; it shows that the checker of the other one would see it.
    const broken: string[] = [];
    const check: Stage['check'] = (promise, holds) => void (holds || broken.push(promise));
    await compare({ ...scene.installation, stage: { ...stage, check } }, scene.load.wishes);
    const lost = broken.map((promise) =>
      Number(/^lost although acknowledged: (\d+)/.exec(promise)?.[1] ?? 0),
    );
    stage.note({ lost: Math.max(...lost), 'longest pause ms': longestPause(scene.load.wishes) });
    stage.check('acknowledged writes of the last second are lost', Math.max(...lost) > 0);
  },
};

/** The longest time without a success, over all clients. */
function longestPause(wishes: Wish[]): number {
  const ends = wishes
    .flatMap((wish) => wish.answers)
    .filter(({ status }) => status === 201)
    .map(({ startedAt, ms }) => startedAt + ms)
    .sort((a, b) => a - b);
  return Math.round(Math.max(...ends.slice(1).map((end, index) => end - ends[index]!)));
}

async function countOrders({ at, primary }: Pair): Promise<string> {
  const owner = await connectAsOwner({ connectionString: at(primary.host) });
  const { rows } = await owner.query('select count(*) from orders').finally(() => owner.end());
  return String(rows[0].count);
}

async function loseConnections({ at, standby }: Pair): Promise<void> {
  const owner = await connectAsOwner({ connectionString: at(standby.host) });
  await owner
    .query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    .finally(() => owner.end());
}

export const failoverRows: Row[] = [synchronous, asynchronous];
