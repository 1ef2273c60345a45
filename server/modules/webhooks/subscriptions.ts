/** Webhook subscriptions: which events go to which address, signed with which secret. Every change is audited. */
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, invalid, notFound, type Problem } from '#kernel/errors.ts';
import type { EventType } from '#kernel/events/catalogue.ts';
import { newId } from '#kernel/id.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { cancelReplays } from './replays.sql.ts';
import { type AddressPolicy, checkUrl } from './sending/address.ts';
import { newSigningSecret, secretPreview } from './sending/signature.ts';
import { subscribableProblem } from './subscribable.ts';
import {
  cancelOpenDeliveries,
  countOwnSubscriptions,
  deleteSubscription,
  findSubscriptionForUpdate,
  holdOpenDeliveries,
  insertPace,
  insertSubscription,
  releaseHeldDeliveries,
  replaceSecret,
  type SubscriptionRow,
  updateSubscription,
} from './subscriptions.sql.ts';

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
  events: string[];
  /** Deliveries a second at most. */
  rateLimit?: number | null;
};
export type SubscriptionChange = Partial<NewSubscription> & {
  active?: boolean;
  backlog?: 'send' | 'discard';
};

export async function subscribe(tx: Tx, actor: Actor, now: Date, rules: Rules, input: NewSubscription) {
  assertSound(rules, input);
  await assertRoom(tx, rules.mostSubscriptions);
  const id = newId();
  const signingSecret = newSigningSecret();
  const row = await insertSubscription(tx, {
    id,
    name: input.name,
    url: input.url,
    events: input.events,
    rateLimit: input.rateLimit ?? null,
    secretSealed: rules.secrets.seal(signingSecret, secretBinding(actor.tenant.id, id)),
    secretPreview: secretPreview(signingSecret),
    now,
  });
  if (row.rate_limit !== null) await insertPace(tx, id, now);
  await audit(tx, actor, now, {
    action: 'webhook_subscription.created',
    subjectType: 'webhook_subscription',
    subjectId: id,
    details: {
      name: row.name,
      url: row.url,
      events: row.events,
      ...(row.rate_limit !== null && { rateLimit: row.rate_limit }),
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
  assertSound(rules, change);
  const before = await findSubscriptionForUpdate(tx, id);
  if (before === undefined) throw notFound('webhook subscription');
  const { backlog = 'send', ...fields } = change;
  const wanted = {
    name: fields.name ?? before.name,
    url: fields.url ?? before.url,
    events: fields.events ?? before.events,
    active: fields.active ?? before.active,
    rateLimit: fields.rateLimit === undefined ? before.rate_limit : fields.rateLimit,
  };
  const changes = changedFields(before, wanted);
  // A request without changes leaves no audit row.
  if (Object.keys(changes).length === 0 && backlog !== 'discard') return presentSubscription(before);
  const after = await updateSubscription(tx, id, wanted, now);
  if (after.rate_limit !== null) await insertPace(tx, id, now);
  if (backlog === 'discard') await cancelOpenDeliveries(tx, id, now);
  else if (before.active && !after.active) await holdOpenDeliveries(tx, id);
  else if (!before.active && after.active) await releaseHeldDeliveries(tx, id, now);
  await audit(tx, actor, now, {
    action: 'webhook_subscription.updated',
    subjectType: 'webhook_subscription',
    subjectId: id,
    details: { ...changes, ...(backlog === 'discard' && { backlog }) },
  });
  return presentSubscription(after);
}

export async function unsubscribe(tx: Tx, actor: Actor, now: Date, id: string) {
  const row = await deleteSubscription(tx, id);
  if (row === undefined) throw notFound('webhook subscription');
  await cancelReplays(tx, id, now);
  await cancelOpenDeliveries(tx, id, now);
  await audit(tx, actor, now, {
    action: 'webhook_subscription.deleted',
    subjectType: 'webhook_subscription',
    subjectId: id,
    details: { name: row.name, url: row.url, events: row.events },
  });
  return { id, deleted: true as const };
}

/** Makes a new secret sign from now on; the previous one also signs for `overlapHours`. Older ones no longer sign. */
export async function rotateSecret(
  tx: Tx,
  actor: Actor,
  now: Date,
  secrets: Secrets,
  id: string,
  overlapHours: number,
) {
  const signingSecret = newSigningSecret();
  const row = await replaceSecret(tx, id, {
    secretSealed: secrets.seal(signingSecret, secretBinding(actor.tenant.id, id)),
    secretPreview: secretPreview(signingSecret),
    previousUntil: overlapHours === 0 ? null : new Date(now.getTime() + overlapHours * 3_600_000),
    now,
  });
  if (row === undefined) throw notFound('webhook subscription');
  const rotated = { ...presentSubscription(row), signingSecret };
  await audit(tx, actor, now, {
    action: 'webhook_subscription.secret_rotated',
    subjectType: 'webhook_subscription',
    subjectId: id,
    details: { overlapHours, previousSecretUntil: rotated.previousSecretUntil },
  });
  return rotated;
}

/** The number of subscriptions is limited, because each event costs a delivery for each of them. */
async function assertRoom(tx: Tx, most: number): Promise<void> {
  if ((await countOwnSubscriptions(tx)) < most) return;
  throw conflict(
    `There are ${most} webhook subscriptions, which is the most a tenant may have. Delete one that is no longer needed.`,
    { limit: most },
  );
}

/** A sealed secret only opens for the tenant and the subscription it was made for. */
export const secretBinding = (tenantId: string, id: string) => `webhook secret ${tenantId} ${id}`;

function assertSound(rules: Rules, input: Partial<NewSubscription>): void {
  const problems = findProblems(rules, input);
  if (problems.length > 0) throw invalid(problems);
}

/** Finds problems that a schema cannot express. Accepts any body, so that one answer reports these and the schema's problems. */
export function findProblems({ policy, catalogue }: Rules, body: unknown): Problem[] {
  const { url, events } = (body ?? {}) as { url?: unknown; events?: unknown };
  const problems: Problem[] = [];
  const verdict = isText(url, MAX_URL) ? checkUrl(url, policy) : null;
  if (verdict?.ok === false) problems.push({ path: 'url', code: verdict.code, message: verdict.message });
  (Array.isArray(events) ? events : []).slice(0, MAX_EVENTS).forEach((type: unknown, index) => {
    const problem = isText(type, MAX_EVENT_TYPE)
      ? subscribableProblem(catalogue, type, `events[${index}]`)
      : null;
    if (problem !== null) problems.push(problem);
  });
  return problems;
}

/** Any other value is reported by the schema. */
const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= most;

function changedFields(
  before: SubscriptionRow,
  after: Required<NewSubscription> & { active: boolean },
): Record<string, { from: unknown; to: unknown }> {
  const { rate_limit: rateLimit, name, url, events, active } = before;
  const now = { name, url, events, active, rateLimit };
  return Object.fromEntries(
    Object.entries(now)
      .map(([field, from]) => [field, { from, to: after[field as keyof typeof now] }] as const)
      .filter(([, { from, to }]) => String(from) !== String(to)),
  );
}

export const presentSubscription = (row: SubscriptionRow) => ({
  id: row.id,
  name: row.name,
  url: row.url,
  events: row.events,
  active: row.active,
  rateLimit: row.rate_limit,
  signingSecret: row.secret_preview,
  previousSecretUntil: row.previous_secret_until?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
