import type { Tx } from '#kernel/db/db.ts';
import type { SubscriptionRow } from '../subscriptions/subscription-record.ts';
import { COLUMNS } from '../subscriptions/subscriptions.sql.ts';

export type Former = { sealed: Buffer; until: Date };

/** Locks the row until commit, so that two rotations follow each other. `former` begins with the latest. */
export async function findSecretsForUpdate(
  tx: Tx,
  id: string,
): Promise<{ sealed: Buffer; former: Former[] } | undefined> {
  const { rows } = await tx.query<{
    secret_sealed: Buffer;
    previous_secret_sealed: Buffer | null;
    previous_secret_until: Date | null;
    older_secrets: Buffer[];
    older_secrets_until: Date[];
  }>(
    `select secret_sealed, previous_secret_sealed, previous_secret_until, older_secrets, older_secrets_until
     from webhook_subscriptions where tenant_id = current_tenant() and id = $1 for update`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const older = row.older_secrets.map((sealed, index) => ({
    sealed,
    until: row.older_secrets_until[index]!,
  }));
  const previous =
    row.previous_secret_sealed === null
      ? []
      : [{ sealed: row.previous_secret_sealed, until: row.previous_secret_until! }];
  return { sealed: row.secret_sealed, former: [...previous, ...older] };
}

/** The latest former secret is the previous one; those before it are the older ones. */
export async function replaceSecrets(
  tx: Tx,
  id: string,
  values: { sealed: Buffer; preview: string; former: Former[]; now: Date },
): Promise<SubscriptionRow> {
  const [previous, ...older] = values.former;
  const { rows } = await tx.query<SubscriptionRow>(
    `update webhook_subscriptions set
       secret_sealed = $2, secret_preview = $3, previous_secret_sealed = $4, previous_secret_until = $5,
       older_secrets = $6, older_secrets_until = $7, updated_at = $8
     where tenant_id = current_tenant() and id = $1 returning ${COLUMNS}`,
    [
      id,
      values.sealed,
      values.preview,
      previous?.sealed ?? null,
      previous?.until ?? null,
      older.map(({ sealed }) => sealed),
      older.map(({ until }) => until),
      values.now,
    ],
  );
  return rows[0]!;
}
