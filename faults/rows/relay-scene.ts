/** The scene of the rows of the relay: an installation with a NATS server, its load, and what its streams must contain. */
import { startNats, type TestNats, WITHOUT_NATS } from '#kernel/testing/nats.ts';
import { readStreams } from '#kernel/testing/read-streams.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { isAcknowledged, type Load } from '../load.ts';
import type { Program } from '../program.ts';
import { CannotRun, type Stage, within } from '../stage.ts';
import { loadTenants } from '../tenants.ts';

export const DRAIN_SECONDS = 60;

async function openNats(stage: Stage): Promise<TestNats> {
  const nats = await startNats();
  if (nats === null) throw new CannotRun(WITHOUT_NATS);
  stage.cleanUp(() => nats.close());
  return nats;
}

export type Scene = {
  installation: Installation;
  nats: TestNats;
  relay(env?: Record<string, string>): Promise<Program>;
};

export async function openScene(stage: Stage, tenants = 4): Promise<Scene> {
  const nats = await openNats(stage);
  const installation = await openInstallation(stage);
  await installation.api();
  for (let n = 0; n < tenants; n++) await installation.newTenant();
  return {
    installation,
    nats,
    relay: (env = {}) => installation.worker({ NATS_URL: nats.url, LOG_LEVEL: 'warn', ...env }),
  };
}

export const load = (installation: Installation, count?: number): Load =>
  loadTenants(installation, { kinds: ['order', 'redirect'], senders: 4, ...(count && { count }) });

/** The ids of all events with a position, in order, once the queue is empty. */
export async function idsInDatabase(installation: Installation): Promise<string[]> {
  return installation.asOwner(async (owner) => {
    await within(DRAIN_SECONDS, async () => (await owner.query('select from event_queue')).rowCount === 0);
    const { rows } = await owner.query<{ id: string }>('select id from event_stream order by position');
    return rows.map(({ id }) => id);
  });
}

/** Waits until the streams have the last event; then compares the stream of the first epoch with the database. */
export async function checkOnceInOrder({ installation, nats }: Scene, wishes: Load['wishes']): Promise<void> {
  const { stage } = installation;
  const expected = await idsInDatabase(installation);
  let streams = await readStreams(nats.url);
  const idsOf = () => (streams.get(1) ?? []).map(({ event }) => event.id);
  await within(DRAIN_SECONDS, async () => {
    streams = await readStreams(nats.url);
    return idsOf().at(-1) === expected.at(-1);
  });
  const ids = idsOf();
  const acknowledged = wishes.filter(isAcknowledged).length;
  stage.check(`one stream: ${streams.size}`, streams.size === 1);
  stage.check(`each once: ${ids.length} of ${new Set(ids).size}`, ids.length === new Set(ids).size);
  stage.check(`all, in order: ${ids.length} of ${expected.length}`, ids.join() === expected.join());
  stage.check('an event for each acknowledged write', acknowledged > 0 && expected.length >= acknowledged);
  stage.note({ acknowledged, events: expected.length, 'in the stream': ids.length });
}
