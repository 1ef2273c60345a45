/** URL redirects: a path that moved, and where to. */
import type { Tx } from '#kernel/db/db.ts';
import { conflict, invalid, notFound, type Problem } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { newId } from '#kernel/id.ts';
import { deleteRedirect, insertRedirect, type RedirectRow } from './redirects.sql.ts';

/** What an index entry can hold, and more than any browser sends. */
const MAX_FROM_BYTES = 2048;

export type NewRedirect = { from: string; to: string; statusCode: 301 | 302 | 307 | 308 };

export async function addRedirect(tx: Tx, now: Date, input: NewRedirect) {
  const problems = findProblems(input);
  if (problems.length > 0) throw invalid(problems);
  const row = await insertRedirect(tx, { id: newId(), ...input, now });
  if (row === undefined) throw conflict(`${input.from} redirects already. Remove that redirect first.`);
  await publish(tx, now, { type: 'redirect.added', data: presentRedirect(row) });
  return presentRedirect(row);
}

export async function removeRedirect(tx: Tx, now: Date, id: string) {
  const row = await deleteRedirect(tx, id);
  if (row === undefined) throw notFound('redirect');
  await publish(tx, now, { type: 'redirect.removed', data: presentRedirect(row) });
  return { id, deleted: true as const };
}

function findProblems({ from, to }: NewRedirect): Problem[] {
  const problems: Problem[] = [];
  if (!isPath(from)) {
    problems.push({ path: 'from', code: 'wrong_format', message: 'must be a path that starts with one /' });
  }
  if (!isPath(to) && !isWebAddress(to)) {
    problems.push({ path: 'to', code: 'wrong_format', message: 'must be a path or an http(s) address' });
  }
  if (Buffer.byteLength(from) > MAX_FROM_BYTES) {
    problems.push({ path: 'from', code: 'too_long', message: `must have at most ${MAX_FROM_BYTES} bytes` });
  }
  if (from === to)
    problems.push({ path: 'to', code: 'loop', message: 'must differ from the path it redirects' });
  return problems;
}

// Both end up in a Location header, where browsers drop line breaks and tabs and read \ as /.
const isHarmless = (text: string) => !/[\s\\\p{Cc}]/u.test(text);

// "//host" looks like a path, but browsers take it to another host.
const isPath = (text: string) => /^\/(?!\/)/.test(text) && isHarmless(text);

// The host is spelled out, without a user in front of it: "https:host" and "https:///host" are read differently by
// different programs, and "https://shop@host" looks like another place than it is.
const isWebAddress = (text: string) =>
  /^https?:\/\/[^/?#@]+([/?#]|$)/i.test(text) && isHarmless(text) && URL.canParse(text);

export const presentRedirect = (row: RedirectRow) => ({
  id: row.id,
  from: row.from_path,
  to: row.to_url,
  statusCode: row.status_code as NewRedirect['statusCode'],
  createdAt: row.created_at.toISOString(),
});
