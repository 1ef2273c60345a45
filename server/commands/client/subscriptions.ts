/** `subscriptions` and `trigger`: endpoints, and what is sent to them on request. */
import { setTimeout as sleep } from 'node:timers/promises';
import { nearest } from '#kernel/http/nearest.ts';
import { SetupError } from '#kernel/setting.ts';
import { isAskedFor } from '../../modules/webhooks/options/event-patterns.ts';
import { type Api, type Connection, connectTo } from '../api.ts';
import { counted, dim, paintState, plain, print, printList, shortTime } from '../output.ts';
import { asAdmin } from './admin-needed.ts';
import { rowsOf } from './rows.ts';
import { timeOf } from './time.ts';

export type Subscription = {
  id: string;
  name: string;
  url: string;
  events: string[];
  active: boolean;
  failingSince: string | null;
};
type EventType = { type: string; subscribable: boolean };
type Sent = { id: string; subscriptionId: string; status: string; attemptCount: number };
type Attempted = Sent & { attempts: { statusCode: number | null; failure: string | null }[] };

const POLL_MS = 250;
const ATTEMPT_WITHIN_MS = 12_000;

const everySubscription = (connection: Connection, signal: AbortSignal) =>
  rowsOf<Subscription>('/v1/webhooks/subscriptions', { ...connection, limit: 0, all: true }, signal);

export const allSubscriptions = (connection: Connection, signal: AbortSignal): Promise<Subscription[]> =>
  Array.fromAsync(everySubscription(connection, signal));

export async function listSubscriptions(
  options: Connection & { json?: boolean },
  signal: AbortSignal,
): Promise<void> {
  const rows = everySubscription(options, signal);
  await printList(options, rows, (found) => found.map(cellsOf), 'There is no subscription.');
}

const cellsOf = ({ id, name, url, events, active, failingSince }: Subscription) => ({
  name,
  state: active ? (failingSince === null ? 'active' : `failing since ${shortTime(failingSince)}`) : 'paused',
  url,
  events:
    events.length > 3 ? `${events.slice(0, 3).join(' ')} and ${events.length - 3} more` : events.join(' '),
  id,
});

/** `trigger`: the example of a type goes to every active subscription that has it, or to one. */
export async function trigger(
  type: string,
  options: Connection & { subscription?: string; wait: boolean; json?: boolean },
  signal: AbortSignal,
): Promise<void> {
  const api = connectTo(options, signal);
  await assertSubscribable(api, type);
  const all = await allSubscriptions(options, signal);
  const named = all.filter(({ id }) => options.subscription === undefined || id === options.subscription);
  if (named.length === 0 && options.subscription !== undefined) {
    throw new SetupError(
      `There is no subscription ${options.subscription}. See: npx colonnade subscriptions list`,
    );
  }
  const asked = named.filter(({ active, events }) => active && isAskedFor(type, events));
  if (asked.length === 0) {
    throw new SetupError(`No active subscription has ${type}. See: npx colonnade listen --help`);
  }
  const results = [];
  for (const { id, name } of asked) {
    const sent: Sent = await asAdmin(options, () =>
      api.json('POST', `/v1/webhooks/subscriptions/${id}/test`, { event: type }),
    );
    const ended = options.wait ? await firstAttempt(api, sent, signal) : null;
    results.push({ subscription: name, ...(ended ?? sent) });
    if (!options.json) console.log(describeSent(name, sent, ended));
    if (ended?.attempts.at(-1)?.failure) process.exitCode = 1;
  }
  if (options.json) print(options, results, '');
}

async function assertSubscribable(api: Api, type: string): Promise<void> {
  const types: EventType[] = await api.json('GET', '/v1/events/types');
  const known = types.find((each) => each.type === type);
  if (known?.subscribable) return;
  const subscribable = types.filter((each) => each.subscribable).map((each) => each.type);
  const meant = nearest(type, subscribable);
  const hint = meant === undefined ? `There are: ${subscribable.join(', ')}.` : `Did you mean ${meant}?`;
  throw new SetupError(
    known === undefined
      ? `There is no event type "${type}". ${hint}`
      : `${type} is not for webhooks. ${hint}`,
  );
}

async function firstAttempt(api: Api, { id }: Sent, signal: AbortSignal): Promise<Attempted> {
  for (const end = performance.now() + ATTEMPT_WITHIN_MS; ; await sleep(POLL_MS, undefined, { signal })) {
    const delivery: Attempted = await api.json('GET', `/v1/webhooks/deliveries/${id}`);
    if (delivery.attempts.length > 0 || performance.now() > end) return delivery;
  }
}

function describeSent(name: string, { id }: Sent, ended: Attempted | null): string {
  const last = ended?.attempts.at(-1);
  const answer = last && String(last.failure ?? last.statusCode);
  const outcome = answer ? paintState(answer) : ended ? 'no answer yet' : 'sent';
  return `${outcome}  ${plain(name)}  ${dim(id)}`;
}

type Replay = { id: string; state: string; matched: number; queued: number };

/** `subscriptions replay`: past events, sent again to one subscription. */
export async function replay(
  id: string,
  options: Connection & {
    since: string;
    until?: string;
    events?: string;
    status?: string;
    dryRun?: boolean;
    wait?: boolean;
    json?: boolean;
  },
  signal: AbortSignal,
): Promise<void> {
  const api = connectTo(options, signal);
  const { since, until, events, status, dryRun } = options;
  const body = {
    since: timeOf('--since', since),
    ...(until && { until: timeOf('--until', until) }),
    ...(events && { events: events.split(',').map((each) => each.trim()) }),
    ...(status && { status }),
  };
  const path = `/v1/webhooks/subscriptions/${encodeURIComponent(id)}/replay${dryRun ? '?dryRun=true' : ''}`;
  let state: Replay = await asAdmin(options, () => api.json('POST', path, body));
  while (options.wait && !dryRun && state.state === 'running') {
    await sleep(POLL_MS, undefined, { signal });
    state = await api.json('GET', `/v1/webhooks/replays/${state.id}`);
  }
  const outcome =
    state.state === 'running'
      ? `Replay ${state.id} has begun. How far it is: npx colonnade get /v1/webhooks/replays/${state.id}`
      : `Replay ${state.id} is ${state.state}: ${counted(state.queued, 'delivery', 'deliveries')} of ${counted(state.matched, 'event')}.`;
  print(options, state, dryRun ? 'The replay would begin; nothing was sent.' : outcome);
}
