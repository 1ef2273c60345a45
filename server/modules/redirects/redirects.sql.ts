import type { Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/http/envelope.ts';

export type RedirectRow = {
  id: string;
  from_path: string;
  to_url: string;
  status_code: number;
  created_at: Date;
};

const COLUMNS = 'id, from_path, to_url, status_code, created_at';

/** Undefined when the path redirects already. */
export async function insertRedirect(
  tx: Tx,
  redirect: { id: string; from: string; to: string; statusCode: number; now: Date },
): Promise<RedirectRow | undefined> {
  const { rows } = await tx.query<RedirectRow>(
    `insert into redirects (tenant_id, id, from_path, to_url, status_code, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5)
     on conflict (tenant_id, from_path) do nothing returning ${COLUMNS}`,
    [redirect.id, redirect.from, redirect.to, redirect.statusCode, redirect.now],
  );
  return rows[0];
}

export async function listRedirects(tx: Tx, limit: number, after: Position | null): Promise<RedirectRow[]> {
  const { rows } = await tx.query<RedirectRow>(
    `select ${COLUMNS} from redirects
     where tenant_id = current_tenant() and ($1::timestamptz is null or (created_at, id) < ($1, $2::uuid))
     order by created_at desc, id desc limit $3`,
    [after?.at ?? null, after?.id ?? null, limit + 1],
  );
  return rows;
}

export async function deleteRedirect(tx: Tx, id: string): Promise<RedirectRow | undefined> {
  const { rows } = await tx.query<RedirectRow>(
    `delete from redirects where tenant_id = current_tenant() and id = $1 returning ${COLUMNS}`,
    [id],
  );
  return rows[0];
}
