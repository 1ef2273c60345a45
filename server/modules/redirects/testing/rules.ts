/** Rules in one line each, for the tests of matching and resolving. */

import { type Rule, type RuleSource, readRule } from '../rules.ts';
import { RuleTable } from '../serving/rule-table.ts';

let made = 0;

/** `/a → /b`, `/a/* → /b` for a prefix, with other differences from an ordinary rule. */
export function rule(line: string, more: Partial<RuleSource> = {}): Rule {
  const [from = '', to = ''] = line.split(' → ');
  const isPrefix = from.endsWith('/*');
  return readRule({
    id: String(++made).padStart(6, '0'),
    match: isPrefix ? 'prefix' : 'exact',
    from_path: isPrefix ? from.slice(0, -2) || '/' : from,
    to_url: to,
    status_code: 301,
    query: 'keep',
    active_from: null,
    active_until: null,
    ...more,
  });
}

export function tableOf(...rules: (string | Rule)[]): RuleTable {
  const table = new RuleTable();
  for (const each of rules) table.put(typeof each === 'string' ? rule(each) : each);
  return table;
}
