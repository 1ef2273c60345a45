/**
 * Checks whether a redirect may be saved: source and target are well-formed, no other redirect has the source, and it closes no
 * loop.
 */
import { conflict, invalid, type Problem } from '#kernel/errors.ts';
import { sha256 } from '#kernel/secrets.ts';
import { findLoop, type StepBudget, TooComplex } from './loops.ts';
import { GONE, keyOf, type Rule, type RuleSource, readRule } from './rules.ts';
import { type DraftTable, type Rules, type RuleTable, withRule } from './serving/rule-table.ts';

/** Longer than any path that browsers send. */
const MAX_FROM_BYTES = 2048;

export function findProblems({
  from_path: from,
  to_url: to,
  status_code,
  active_from,
  active_until,
}: RuleSource): Problem[] {
  const problems: Problem[] = [];
  const say = (path: string, code: string, message: string) => problems.push({ path, code, message });
  if (!/^\/(?!\/)/.test(from)) say('from', 'wrong_format', 'must be a path that starts with one /');
  else if (!isHarmless(from))
    say('from', 'wrong_format', 'must not have white space, control characters or \\: write a space as %20');
  else if (/\*$/.test(from))
    say('from', 'wrong_format', 'must not end in *: send "match": "prefix" with the path before it');
  else if (from.includes('#'))
    say('from', 'wrong_format', 'must not have a #: browsers do not send what follows it');
  if (status_code === GONE) {
    if (to !== '') say('to', 'not_allowed', 'must be absent: 410 says that the page is gone');
  } else if (to === '') say('to', 'required', 'is required, except with 410');
  else if (/:splat\b/.test(to))
    say('to', 'wrong_format', 'must not have :splat: "match": "prefix" adds what follows the path by itself');
  else if (!isPath(to) && !isWebAddress(to))
    say('to', 'wrong_format', 'must be a path or an http(s) address');
  if (Buffer.byteLength(from) > MAX_FROM_BYTES)
    say('from', 'too_long', `must have at most ${MAX_FROM_BYTES} bytes`);
  if (active_from !== null && active_until !== null && active_from >= active_until) {
    say('activeUntil', 'too_small', 'must be later than activeFrom');
  }
  return problems;
}

export function assertSpelled(row: RuleSource): void {
  const problems = findProblems(row);
  if (problems.length > 0) throw invalid(problems);
}

export type Verdict = { rule: Rule; fromHash: Buffer; chain: string[] };

/**
 * Throws the spelling problems together; otherwise the duplicate; otherwise the loop. `table` has the property's rules at the
 * version that this transaction has locked.
 */
export async function judge(
  row: RuleSource,
  table: RuleTable | DraftTable,
  hosts: readonly string[],
): Promise<Verdict> {
  assertSpelled(row);
  const rule = readRule(row);
  const same = table.sameAs(rule);
  if (same !== undefined) {
    const also = row.match === 'prefix' ? ' and what is below it redirect' : ' redirects';
    throw conflict(`${row.from_path}${also} already. Remove that redirect first.`, { id: same.id });
  }
  const found = await findChain(withRule(table, rule), hosts, rule);
  if ('problem' in found) throw invalid([found.problem]);
  return { rule, fromHash: hashOf(rule), chain: found.chain };
}

/** Returns the chain of a rule, empty when it has a single step; or the problem that forbids the rule. */
export async function findChain(
  rules: Rules,
  hosts: readonly string[],
  rule: Rule,
  budget?: StepBudget,
): Promise<{ chain: string[] } | { problem: Problem }> {
  try {
    const { way, isLoop } = await findLoop(rules, hosts, rule, budget);
    const message = `leads round in circles: ${way.join(' → ')}`;
    return isLoop ? { problem: { path: 'to', code: 'loop', message } } : { chain: way.length > 2 ? way : [] };
  } catch (error) {
    if (error instanceof TooComplex) return { problem: TOO_INTRICATE };
    throw error;
  }
}

const TOO_INTRICATE: Problem = {
  path: 'to',
  code: 'too_intricate',
  message:
    'leads to too many other redirects for the loop check: point it at the final target, or send fewer at a time',
};

export const hashOf = (rule: Rule) => sha256(keyOf(rule));

// Both end up in a Location header, where browsers drop line breaks and tabs and read \ as /.
const isHarmless = (text: string) => !/[\s\\\p{Cc}]/u.test(text);

// "//host" looks like a path, but browsers take it to another host.
const isPath = (text: string) => /^\/(?!\/)/.test(text) && isHarmless(text);

// The host is spelled out, without a user in front of it: "https:host" and "https:///host" are read differently by
// different programs, and "https://shop@host" looks like another place than it is.
const isWebAddress = (text: string) =>
  /^https?:\/\/[^/?#@]+([/?#]|$)/i.test(text) && isHarmless(text) && URL.canParse(text);
