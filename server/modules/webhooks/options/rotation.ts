/** Rotation: a new secret signs, and former ones keep signing until the time that each was promised. */
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { newSigningSecret, secretPreview } from '../sending/signature.ts';
import { presentSubscription } from '../subscriptions/subscription-record.ts';
import { findSecretsForUpdate, replaceSecrets } from './rotation.sql.ts';
import { secretBinding, secretProblem } from './secrets.ts';

/** The most secrets that sign besides the current one: each costs a signature in every delivery. */
const MAX_FORMER = 4;

export type Rotation = { overlapHours: number; revokeFormer?: boolean; signingSecret?: string };

/**
 * Makes a new secret sign from now on. The one before also signs for `overlapHours`, and those before it until the time that
 * each was promised, unless they are revoked.
 */
export async function rotateSecret(
  tx: Tx,
  actor: Actor,
  now: Date,
  secrets: Secrets,
  id: string,
  { overlapHours, revokeFormer = false, signingSecret = newSigningSecret() }: Rotation,
) {
  const problem = secretProblem(signingSecret);
  if (problem !== null) throw invalid([problem]);
  const before = await findSecretsForUpdate(tx, id);
  if (before === undefined) throw notFound('webhook subscription');
  const kept = revokeFormer ? [] : before.former.filter(({ until }) => until > now);
  const until = new Date(now.getTime() + overlapHours * 3_600_000);
  const former = overlapHours === 0 ? kept : [{ sealed: before.sealed, until }, ...kept];
  if (former.length > MAX_FORMER) {
    const first = new Date(Math.min(...kept.map((each) => each.until.getTime()))).toISOString();
    throw conflict(
      `${MAX_FORMER} former secrets still sign, which is the most there may be; the first of them ends at ${first}. Rotate then, or with revokeFormer, or with overlapHours: 0.`,
      { limit: MAX_FORMER },
    );
  }
  const row = await replaceSecrets(tx, id, {
    sealed: secrets.seal(signingSecret, secretBinding(actor.tenant.id, id)),
    preview: secretPreview(signingSecret),
    former,
    now,
  });
  const rotated = { ...presentSubscription(row), signingSecret };
  await audit(tx, actor, now, {
    action: 'webhook_subscription.secret_rotated',
    subjectType: 'webhook_subscription',
    subjectId: id,
    details: {
      overlapHours,
      previousSecretUntil: rotated.previousSecretUntil,
      ...(revokeFormer && { revokeFormer }),
    },
  });
  return rotated;
}
