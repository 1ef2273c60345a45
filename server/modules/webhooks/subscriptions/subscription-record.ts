import { conflict } from '#kernel/errors.ts';
import { isAskedFor } from '../options/event-patterns.ts';
import type { Filter } from '../options/filter.ts';

/** The type of a delivery that carries several events. */
export const BATCH = 'webhook.batch';

export type SubscriptionRow = {
  id: string;
  name: string;
  url: string;
  events: string[];
  event_patterns: string[] | null;
  filter: Filter | null;
  header_names: string[];
  active: boolean;
  disabled_at: Date | null;
  failing_since: Date | null;
  rate_limit: number | null;
  secret_preview: string;
  previous_secret_until: Date | null;
  older_secrets_until: Date[];
  public_key: string | null;
  ordered: boolean;
  coalesce_seconds: number | null;
  created_at: Date;
  updated_at: Date;
};

/** The names and wildcards as they were given. */
export const askedEvents = (row: Pick<SubscriptionRow, 'events' | 'event_patterns'>): string[] =>
  row.event_patterns ?? row.events;

/**
 * The rule for everything that is sent on request (resend, replay, test): the subscription is active, and has the type. Events
 * that come by themselves are held during a pause.
 */
export const isSubscribedTo = (row: SubscriptionRow, type: string): boolean =>
  type === BATCH || isAskedFor(type, askedEvents(row));

export function assertActive(row: SubscriptionRow): void {
  if (!row.active) throw conflict('The subscription is paused. Resume it first.');
}

export const presentSubscription = (row: SubscriptionRow) => ({
  id: row.id,
  name: row.name,
  url: row.url,
  events: askedEvents(row),
  filter: row.filter,
  headerNames: row.header_names,
  active: row.active,
  failingSince: row.failing_since?.toISOString() ?? null,
  disabledAt: row.disabled_at?.toISOString() ?? null,
  rateLimit: row.rate_limit,
  signingSecret: row.secret_preview,
  previousSecretUntil: row.previous_secret_until?.toISOString() ?? null,
  olderSecretsUntil: row.older_secrets_until.map((until) => until.toISOString()),
  publicKey: row.public_key,
  ordered: row.ordered,
  coalesceSeconds: row.coalesce_seconds,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
