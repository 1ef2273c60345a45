/** `deliveries`: what became of a tenant's webhooks, and sending them again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, type Connection, connectTo, isAway } from './api.ts';
import { asAdmin } from './client/admin-needed.ts';
import { rowsOf } from './client/rows.ts';
import { PartRefused, UsageError } from './failures.ts';
import { counted, dim, paintState, plain, print, printList, shortTime, table } from './output.ts';

type Listed = {
  id: string;
  eventType: string;
  eventAt: string;
  status: string;
  attemptCount: number;
  subscriptionName: string | null;
  lastAttempt: { statusCode: number | null; failure: string | null } | null;
};

const PATH = '/v1/webhooks/deliveries';

export type ListOptions = Connection & { filter?: string[]; limit: number; json?: boolean };

export async function listDeliveriesCommand(options: ListOptions, signal: AbortSignal): Promise<void> {
  const rows = rowsOf<Listed>(PATH, options, signal);
  await printList(options, rows, (found) => found.map(cellsOf), 'No delivery matches.');
}

const cellsOf = (delivery: Listed) => ({
  event: shortTime(delivery.eventAt),
  type: delivery.eventType,
  state: delivery.status,
  answer: answerOf(delivery),
  attempts: String(delivery.attemptCount),
  subscription: nameOf(delivery),
  id: delivery.id,
});

const answerOf = ({ lastAttempt }: Listed) => String(lastAttempt?.statusCode ?? lastAttempt?.failure ?? '–');
const nameOf = ({ subscriptionName }: Listed) => subscriptionName ?? '(deleted)';

const ASK_EVERY_MS = 1_000;
const WATCHED = 100;

/** Prints each delivery when it is made and whenever its state changes; it watches those of the newest events. */
export async function tailDeliveries(
  options: Connection & { filter?: string[]; json?: boolean },
  signal: AbortSignal,
): Promise<void> {
  const states = new Map<string, string>();
  let hasBegun = false;
  let wasAway = false;
  while (!signal.aborted) {
    try {
      const found = await Array.fromAsync(rowsOf<Listed>(PATH, { ...options, limit: WATCHED }, signal));
      if (wasAway) console.error('The server answers again.');
      if (!hasBegun && !options.json) console.error('Waiting for deliveries. Stop with Ctrl-C.');
      for (const delivery of found.toReversed()) {
        const state = `${delivery.status} ${delivery.attemptCount}`;
        const isNews = hasBegun && states.get(delivery.id) !== state;
        states.set(delivery.id, state);
        if (isNews) console.log(options.json ? JSON.stringify(delivery) : lineOf(delivery));
      }
      [hasBegun, wasAway] = [true, false];
    } catch (error) {
      if (signal.aborted) return;
      if (!hasBegun || !isAway(error)) throw error;
      if (!wasAway) console.error(error.message);
      wasAway = true;
    }
    await sleep(ASK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

const lineOf = (delivery: Listed) =>
  [
    dim(delivery.eventAt),
    paintState(delivery.status.padEnd(9)),
    paintState(answerOf(delivery)),
    plain(delivery.eventType),
    plain(nameOf(delivery)),
    dim(delivery.id),
  ].join('  ');

type Shown = Listed & {
  eventId: string;
  cause: string;
  nextAttemptAt: string | null;
  attempts: {
    attempt: number;
    startedAt: string;
    durationMs: number;
    statusCode: number | null;
    failure: string | null;
    message: string;
    answerBody: string;
    signedBody: string | null;
  }[];
};

export async function showDelivery(
  id: string,
  options: Connection & { json?: boolean },
  signal: AbortSignal,
): Promise<void> {
  const shown: Shown = await connectTo(options, signal).json('GET', `${PATH}/${encodeURIComponent(id)}`);
  const rows = shown.attempts.map((each) => ({
    attempt: String(each.attempt),
    at: shortTime(each.startedAt),
    took: `${each.durationMs} ms`,
    answer: String(each.statusCode ?? each.failure ?? '–'),
    message: each.message,
  }));
  const last = shown.attempts.at(-1);
  const next = shown.nextAttemptAt && `, next attempt ${shortTime(shown.nextAttemptAt)}`;
  const parts = [
    `${shown.eventType} of ${shortTime(shown.eventAt)}: ${shown.status}${next ?? ''}`,
    table(rows, 'No attempt was made yet.'),
    ...(last?.answerBody ? [`Answer:\n${last.answerBody}`] : []),
    ...(last?.signedBody ? [`Body:\n${last.signedBody}`] : []),
  ];
  print(options, shown, parts.join('\n\n'));
}

type Chosen = Connection & { filter?: string[]; limit: number; dryRun?: boolean; json?: boolean };
type Result = { id: string; status: string; deliveryId?: string; error?: { code: string; message: string } };

/** The deliveries that are named, or those that match a filter. */
async function chosenIds(ids: string[], options: Chosen, signal: AbortSignal): Promise<string[]> {
  if (ids.length > 0 === (options.filter !== undefined)) {
    throw new UsageError(
      'Name deliveries by their ids, or choose them with --filter, for example status=failed.',
    );
  }
  if (options.filter === undefined) return ids;
  return (await Array.fromAsync(rowsOf<Listed>(PATH, options, signal))).map(({ id }) => id);
}

const AT_ONCE = 100;

/** Sends deliveries that are over once more, as new ones. */
export async function resendDeliveries(ids: string[], options: Chosen, signal: AbortSignal): Promise<void> {
  const api = connectTo(options, signal);
  const chosen = await chosenIds(ids, options, signal);
  const results: Result[] = [];
  for (let at = 0; at < chosen.length; at += AT_ONCE) {
    const some = { ids: chosen.slice(at, at + AT_ONCE) };
    const path = `${PATH}/resend${options.dryRun ? '?dryRun=true' : ''}`;
    const made: { results: Result[] } = await asAdmin(options, () => api.json('POST', path, some));
    results.push(...made.results);
  }
  report('resent', 'sent again', results, options);
}

/** Makes the next attempt of waiting deliveries now. */
export async function retryDeliveries(ids: string[], options: Chosen, signal: AbortSignal): Promise<void> {
  const api = connectTo(options, signal);
  const results: Result[] = [];
  for (const id of await chosenIds(ids, options, signal)) {
    results.push(await asAdmin(options, () => retryOne(api, id, options)));
  }
  report('retried', 'due now', results, options);
}

async function retryOne(api: Api, id: string, { dryRun }: Chosen): Promise<Result> {
  try {
    await api.json('POST', `${PATH}/${encodeURIComponent(id)}/retry${dryRun ? '?dryRun=true' : ''}`);
    return { id, status: 'retried' };
  } catch (error) {
    const { status, code, reason } = error as { status?: number; code: string; reason: string };
    if (status !== 404 && status !== 409) throw error;
    return { id, status: 'refused', error: { code, message: reason } };
  }
}

function report(good: string, outcome: string, results: Result[], options: Chosen): void {
  const done = results.filter(({ status }) => status === good);
  const refused = results.filter(({ status }) => status !== good);
  const would = options.dryRun ? 'would be ' : '';
  const summary = `${counted(done.length, 'delivery', 'deliveries')} ${would}${outcome}.`;
  if (done.length > 0 || refused.length === 0) print(options, done, summary);
  if (refused.length === 0) return;
  throw new PartRefused(
    `${counted(refused.length, 'delivery is', 'deliveries are')} refused:`,
    refused.map(({ id, error }) => ({ path: id, code: 'refused', message: 'is refused', ...error })),
  );
}
