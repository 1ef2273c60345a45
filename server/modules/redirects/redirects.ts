/** URL redirects: a path that moved, and where to. */
import type { Tx } from '#kernel/db/db.ts';
import { conflict, invalid, notFound, type Problem } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { newId } from '#kernel/id.ts';
import { deleteRedirect, insertRedirect, type RedirectRow } from './redirects.sql.ts';

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
  if (from === to)
    problems.push({ path: 'to', code: 'loop', message: 'must differ from the path it redirects' });
  return problems;
}

// "//host" and "/\host" look like paths, but browsers take them to another host.
const isPath = (text: string) => /^\/(?![/\\])[^\s\\]*$/.test(text);

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

export const presentRedirect = (row: RedirectRow) => ({
  id: row.id,
  from: row.from_path,
  to: row.to_url,
  statusCode: row.status_code as NewRedirect['statusCode'],
  createdAt: row.created_at.toISOString(),
});
