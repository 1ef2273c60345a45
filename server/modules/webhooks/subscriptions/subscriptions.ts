/** Webhook subscriptions: which events go to which address, signed with which secret. Every change is audited. */
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { assertBelowLimit } from '#kernel/db/row-limit.ts';
import { invalid, notFound, type Problem } from '#kernel/errors.ts';
import type { EventType } from '#kernel/events/catalogue.ts';
import { newId } from '#kernel/id.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { cancelReplays } from '../on-request/replays.sql.ts';
import { columnsOf, eventProblem } from '../options/event-patterns.ts';
import { type Filter, filterProblems } from '../options/filter.ts';
import {
  changedHeaders,
  type HeaderChange,
  type Headers,
  headerProblems,
  openHeaders,
  sealHeaders,
  sizeProblems,
} from '../options/headers.ts';
import { newKeyPair, secretBinding, secretProblem } from '../options/secrets.ts';
import { type AddressPolicy, checkUrl } from '../sending/address.ts';
import { newSigningSecret, secretPreview } from '../sending/signature.ts';
import { askedEvents, presentSubscription } from './subscription-record.ts';
import {
  deleteSubscription,
  findSubscriptionForUpdate,
  insertPace,
  insertSubscription,
  type SealedRow,
  updateSubscription,
  type Values,
} from './subscriptions.sql.ts';
import { cancelOpenDeliveries, holdOpenDeliveries, releaseHeldDeliveries } from './sweeps.sql.ts';

export const MAX_URL = 2048;
export const MAX_EVENTS = 50;
export const MAX_EVENT_TYPE = 100;

export type Rules = {
  policy: AddressPolicy;
  catalogue: EventType[];
  secrets: Secrets;
  mostSubscriptions: number;
};
export type NewSubscription = {
  name: string;
  url: string;
  /** Types, or wildcards such as `content.*`. */
  events: string[];
  filter?: Filter | null;
  headers?: Headers;
  /** Deliveries a second at most. */
  rateLimit?: number | null;
  /** Signs with a pair of ed25519 keys as well. */
  asymmetric?: boolean;
  /** Sends what concerns one object one after the other. */
  ordered?: boolean;
  /** Gathers events for so long, and sends them as one. */
  coalesceSeconds?: number | null;
  /** A secret that the receiver knows already. */
  signingSecret?: string;
};
export type SubscriptionChange = Partial<Omit<NewSubscription, 'signingSecret' | 'headers'>> & {
  headers?: HeaderChange;
  active?: boolean;
  backlog?: 'send' | 'discard';
};

export async function subscribe(tx: Tx, actor: Actor, now: Date, rules: Rules, input: NewSubscription) {
  assertNone([...findProblems(rules, input), ...newProblems(rules, input)]);
  const headers = input.headers ?? {};
  // Each event costs a delivery for each subscription.
  const limit = { table: 'webhook_subscriptions', plural: 'webhook subscriptions' };
  await assertBelowLimit(tx, { ...limit, most: rules.mostSubscriptions });
  const id = newId();
  const tenantId = actor.tenant.id;
  const signingSecret = input.signingSecret ?? newSigningSecret();
  const values: Values = {
    name: input.name,
    url: input.url,
    ...columnsOf(rules.catalogue, input.events),
    filter: input.filter ?? null,
    headersSealed: sealHeaders(rules.secrets, tenantId, id, headers),
    headerNames: Object.keys(headers),
    active: true,
    rateLimit: input.rateLimit ?? null,
    ...(input.asymmetric ? newKeyPair(rules.secrets, tenantId, id) : NO_KEYS),
    ordered: input.ordered ?? false,
    coalesceSeconds: input.coalesceSeconds ?? null,
  };
  const sealed = rules.secrets.seal(signingSecret, secretBinding(tenantId, id));
  const row = await insertSubscription(
    tx,
    id,
    values,
    { sealed, preview: secretPreview(signingSecret) },
    now,
  );
  if (row.rate_limit !== null) await insertPace(tx, id, now);
  await audit(tx, actor, now, {
    action: 'webhook_subscription.created',
    subjectType: 'webhook_subscription',
    subjectId: id,
    details: {
      name: row.name,
      url: row.url,
      events: input.events,
      ...(row.filter !== null && { filter: row.filter }),
      ...(row.header_names.length > 0 && { headerNames: row.header_names }),
      ...(row.rate_limit !== null && { rateLimit: row.rate_limit }),
      ...(row.public_key !== null && { publicKey: row.public_key }),
      ...(row.ordered && { ordered: true }),
      ...(row.coalesce_seconds !== null && { coalesceSeconds: row.coalesce_seconds }),
    },
  });
  return { ...presentSubscription(row), signingSecret };
}

export async function changeSubscription(
  tx: Tx,
  actor: Actor,
  now: Date,
  rules: Rules,
  id: string,
  change: SubscriptionChange,
) {
  assertNone(findProblems(rules, change));
  const before = await findSubscriptionForUpdate(tx, id);
  if (before === undefined) throw notFound('webhook subscription');
  const { backlog = 'send', ...fields } = change;
  const wanted = wantedValues(rules, actor.tenant.id, before, fields);
  const changes = changedFields(before, wanted, fields.headers);
  // A request without changes leaves no audit row.
  if (Object.keys(changes).length === 0 && backlog !== 'discard') return presentSubscription(before);
  const after = await updateSubscription(tx, id, wanted, now);
  if (after.rate_limit !== null) await insertPace(tx, id, now);
  if (backlog === 'discard') await cancelOpenDeliveries(tx, id, now);
  else if (before.active && !after.active) await holdOpenDeliveries(tx, id, now);
  else if (!before.active && after.active) await releaseHeldDeliveries(tx, id, now);
  await audit(tx, actor, now, {
    action: 'webhook_subscription.updated',
    subjectType: 'webhook_subscription',
    subjectId: id,
    details: { ...changes, ...(backlog === 'discard' && { backlog }) },
  });
  return presentSubscription(after);
}

/** The row after a change. The filter is checked against the events that the subscription then has. */
function wantedValues(
  { catalogue, secrets }: Rules,
  tenantId: string,
  before: SealedRow,
  change: Omit<SubscriptionChange, 'backlog'>,
): Values {
  const asked = change.events ?? askedEvents(before);
  const filter = change.filter === undefined ? before.filter : change.filter;
  const sealedBefore = before.headers_sealed;
  const headers =
    change.headers &&
    changedHeaders(openHeaders(secrets.open, tenantId, before.id, sealedBefore), change.headers);
  const ordered = change.ordered ?? before.ordered;
  const coalesceSeconds =
    change.coalesceSeconds === undefined ? before.coalesce_seconds : change.coalesceSeconds;
  assertNone([
    ...sizeProblems(headers),
    ...filterProblems(catalogue, asked, filter),
    ...batchProblems(ordered, coalesceSeconds),
  ]);
  const keysBefore = { privateKeySealed: before.private_key_sealed, publicKey: before.public_key };
  const keysAfter = () => {
    if (change.asymmetric === false) return NO_KEYS;
    if (change.asymmetric && before.public_key === null) return newKeyPair(secrets, tenantId, before.id);
    return keysBefore;
  };
  return {
    name: change.name ?? before.name,
    url: change.url ?? before.url,
    ...columnsOf(catalogue, asked),
    filter,
    headersSealed: headers ? sealHeaders(secrets, tenantId, before.id, headers) : sealedBefore,
    headerNames: headers ? Object.keys(headers) : before.header_names,
    active: change.active ?? before.active,
    rateLimit: change.rateLimit === undefined ? before.rate_limit : change.rateLimit,
    ...keysAfter(),
    ordered,
    coalesceSeconds,
  };
}

function batchProblems(ordered: unknown, coalesceSeconds: unknown): Problem[] {
  if (ordered !== true || typeof coalesceSeconds !== 'number') return [];
  const message = 'cannot be combined with coalesceSeconds: a batch is about many objects';
  return [{ path: 'ordered', code: 'conflict', message }];
}

const NO_KEYS = { privateKeySealed: null, publicKey: null };

export async function unsubscribe(tx: Tx, actor: Actor, now: Date, id: string) {
  const row = await deleteSubscription(tx, id);
  if (row === undefined) throw notFound('webhook subscription');
  await cancelReplays(tx, id, now);
  await cancelOpenDeliveries(tx, id, now);
  await audit(tx, actor, now, {
    action: 'webhook_subscription.deleted',
    subjectType: 'webhook_subscription',
    subjectId: id,
    details: { name: row.name, url: row.url, events: askedEvents(row) },
  });
  return { id, deleted: true as const };
}

function assertNone(problems: Problem[]): void {
  if (problems.length > 0) throw invalid(problems);
}

/** Finds problems that a schema cannot express. Accepts any body, so that one answer reports these and the schema's problems. */
export function findProblems({ policy, catalogue }: Rules, body: unknown): Problem[] {
  const { url, events, headers } = (body ?? {}) as Record<string, unknown>;
  const problems: (Problem | null)[] = [];
  const verdict = isText(url, MAX_URL) ? checkUrl(url, policy) : null;
  if (verdict?.ok === false) problems.push({ path: 'url', code: verdict.code, message: verdict.message });
  (Array.isArray(events) ? events : []).slice(0, MAX_EVENTS).forEach((name: unknown, index) => {
    if (isText(name, MAX_EVENT_TYPE)) problems.push(eventProblem(catalogue, name, `events[${index}]`));
  });
  problems.push(...headerProblems(headers));
  return problems.filter((problem) => problem !== null);
}

/** The problems of a new subscription besides. */
export function newProblems({ catalogue }: Rules, body: unknown): Problem[] {
  const { events, filter, headers, signingSecret, ordered, coalesceSeconds } = (body ?? {}) as Record<
    string,
    unknown
  >;
  const asked = Array.isArray(events) ? events.filter((name) => isText(name, MAX_EVENT_TYPE)) : [];
  const problem = secretProblem(signingSecret);
  return [
    ...filterProblems(catalogue, asked, filter),
    ...sizeProblems(headers),
    ...batchProblems(ordered, coalesceSeconds),
    ...(problem === null ? [] : [problem]),
  ];
}

/** Any other value is reported by the schema. */
const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= most;

/** The names of headers are told, never their values. */
function changedFields(
  before: SealedRow,
  after: Values,
  headers: HeaderChange | undefined,
): Record<string, { from: unknown; to: unknown }> {
  const shownOf = (values: Omit<Values, 'headersSealed' | 'privateKeySealed'>) => ({
    name: values.name,
    url: values.url,
    events: values.eventPatterns ?? values.events,
    filter: values.filter,
    active: values.active,
    rateLimit: values.rateLimit,
    publicKey: values.publicKey,
    ordered: values.ordered,
    coalesceSeconds: values.coalesceSeconds,
    headerNames: values.headerNames,
  });
  const from: Record<string, unknown> = shownOf({
    ...before,
    eventPatterns: before.event_patterns,
    headerNames: before.header_names,
    rateLimit: before.rate_limit,
    publicKey: before.public_key,
    coalesceSeconds: before.coalesce_seconds,
  });
  const to = shownOf(after);
  const areHeadersSet = Object.keys(headers ?? {}).length > 0;
  return Object.fromEntries(
    Object.entries(to)
      .filter(
        ([field, value]) =>
          JSON.stringify(from[field]) !== JSON.stringify(value) || (field === 'headerNames' && areHeadersSet),
      )
      .map(([field, value]) => [field, { from: from[field], to: value }]),
  );
}
