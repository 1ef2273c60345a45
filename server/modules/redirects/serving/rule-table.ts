/** The rules of one property in memory: found by path with a few look-ups, however many there are. */

import { foldPath, sortedQuery, withoutSlashAtEnd } from '../paths.ts';
import { GONE, type Rule } from '../rules.ts';
import { PathTree } from './path-tree.ts';

export type Rules = {
  /** The rules that match a path, the most specific first: with its query, exact, then the longest prefix. */
  meeting(path: string, query: string): Iterable<Rule>;
  /** Rules whose paths are this one, or begin with it. */
  below(path: string): Iterable<Rule>;
  /** Rules that match a path when it has the query they require. */
  asking(path: string): Iterable<Rule>;
};

export class RuleTable implements Rules {
  readonly #byId = new Map<string, Rule>();
  readonly #exact = new Map<string, Rule>();
  readonly #prefixes = new Map<string, Rule>();
  /** Rules by their folded key, where that is another than their own. */
  readonly #folded = new Map<string, Rule[]>();
  readonly #all = new PathTree();
  readonly #asking = new PathTree();
  #askers = 0;
  #longestPrefix = 0;

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): Rule | undefined {
    return this.#byId.get(id);
  }

  all(): Iterable<Rule> {
    return this.#byId.values();
  }

  below(path: string): Iterable<Rule> {
    return this.#all.below(path);
  }

  asking(path: string): Iterable<Rule> {
    return this.#askers === 0 ? [] : this.#asking.covering(path);
  }

  /** Returns another rule with the same source, if there is one. */
  sameAs(rule: Rule): Rule | undefined {
    const found = this.#shelf(rule).get(shelfKey(rule));
    return found?.id === rule.id ? undefined : found;
  }

  put(rule: Rule): void {
    this.remove(rule.id);
    const shelf = this.#shelf(rule);
    // If two rules have the same source, which only very old data may contain, the older one counts.
    const same = shelf.get(shelfKey(rule));
    if (same === undefined || rule.id < same.id) shelf.set(shelfKey(rule), rule);
    const folded = foldedKey(rule);
    if (folded !== null) this.#folded.set(folded, [...(this.#folded.get(folded) ?? []), rule]);
    this.#byId.set(rule.id, rule);
    this.#all.add(rule);
    if (rule.query !== null) {
      this.#asking.add(rule);
      this.#askers += 1;
    }
    if (rule.match === 'prefix') this.#longestPrefix = Math.max(this.#longestPrefix, rule.path.length);
  }

  remove(id: string): void {
    const rule = this.#byId.get(id);
    if (rule === undefined) return;
    this.#byId.delete(id);
    this.#all.remove(rule);
    if (rule.query !== null) {
      this.#asking.remove(rule);
      this.#askers -= 1;
    }
    const shelf = this.#shelf(rule);
    if (shelf.get(shelfKey(rule)) === rule) shelf.delete(shelfKey(rule));
    const folded = foldedKey(rule);
    if (folded === null) return;
    const others = this.#folded.get(folded)?.filter((other) => other !== rule) ?? [];
    if (others.length > 0) this.#folded.set(folded, others);
    else this.#folded.delete(folded);
  }

  *meeting(path: string, query: string): Generator<Rule> {
    const sorted = this.#askers > 0 && query !== '' ? `?${sortedQuery(query)}` : '';
    if (sorted !== '') yield* found(this.#exact.get(path + sorted));
    yield* found(this.#exact.get(path));
    if (this.#prefixes.size === 0) return;
    let end = path.length;
    for (;;) {
      if (end <= this.#longestPrefix) {
        const part = path.slice(0, end);
        if (sorted !== '') yield* found(this.#prefixes.get(part + sorted));
        yield* found(this.#prefixes.get(part));
      }
      if (end === 0) return;
      end = path.lastIndexOf('/', end - 1);
    }
  }

  /** Rules that match a path in another letter case, or with or without a slash at its end: exact, then the longest prefix. */
  *nearly(path: string, query: string): Generator<Rule> {
    const folded = foldPath(path);
    const whole = withoutSlashAtEnd(folded);
    const queries = this.#askers > 0 && query !== '' ? [`?${sortedQuery(query)}`, ''] : [''];
    for (const asked of queries) yield* this.#alike('exact', whole, asked);
    // What follows a prefix is cut off by its length.
    if (folded.length !== path.length) return;
    for (let end = whole.length; end > 0; end = whole.lastIndexOf('/', end - 1))
      for (const asked of queries) yield* this.#alike('prefix', whole.slice(0, end), asked);
  }

  *#alike(match: Rule['match'], path: string, asked: string): Generator<Rule> {
    const own = (match === 'exact' ? this.#exact : this.#prefixes).get(path + asked);
    if (own !== undefined && !isSpelling(own)) yield own;
    yield* this.#folded.get(`${match} ${path}${asked}`) ?? [];
  }

  #shelf(rule: Rule): Map<string, Rule> {
    return rule.match === 'exact' ? this.#exact : this.#prefixes;
  }
}

const shelfKey = ({ path, query }: Rule) => (query === null ? path : `${path}?${query}`);

/** Null for a rule that is found by its own key, and for one that matches its path as it is alone. */
function foldedKey(rule: Rule): string | null {
  const { match, path, query } = rule;
  const folded = alike(path);
  if (folded === path || isSpelling(rule) || (match === 'prefix' && folded.length !== path.length))
    return null;
  return `${match} ${folded}${query === null ? '' : `?${query}`}`;
}

/** The rule leads from one spelling of a path to another: followed from any spelling, it would lead to itself. */
const isSpelling = ({ path, to, statusCode }: Rule) =>
  statusCode !== GONE && to.host === null && alike(path) === alike(to.path);
const alike = (path: string) => withoutSlashAtEnd(foldPath(path));

function* found(rule: Rule | undefined): Generator<Rule> {
  if (rule !== undefined) yield rule;
}

/** A table with some rules added, in place of those with the same ids, and some hidden. The table itself does not change. */
export class DraftTable implements Rules {
  readonly #base: RuleTable | DraftTable;
  readonly #own = new RuleTable();
  readonly #hidden = new Set<string>();
  #added = 0;

  constructor(base: RuleTable | DraftTable) {
    this.#base = base;
  }

  get size(): number {
    return this.#base.size + this.#added;
  }

  get(id: string): Rule | undefined {
    return this.#own.get(id) ?? (this.#hidden.has(id) ? undefined : this.#base.get(id));
  }

  *all(): Generator<Rule> {
    yield* this.#own.all();
    yield* this.#others(this.#base.all());
  }

  sameAs(rule: Rule): Rule | undefined {
    const own = this.#own.sameAs(rule);
    const other = own === undefined ? this.#base.sameAs(rule) : undefined;
    return own ?? (other !== undefined && this.#isOther(other) ? other : undefined);
  }

  put(rule: Rule): void {
    if (this.#own.get(rule.id) === undefined && this.#base.get(rule.id) === undefined) this.#added += 1;
    this.#own.put(rule);
  }

  /** A rule of the table that is going to be removed. */
  hide(id: string): void {
    if (this.get(id) !== undefined) this.#added -= 1;
    this.#hidden.add(id);
  }

  /** Undoes the put of a rule. */
  takeBack(id: string): void {
    if (this.#own.get(id) !== undefined && this.#base.get(id) === undefined) this.#added -= 1;
    this.#own.remove(id);
  }

  meeting(path: string, query: string): Iterable<Rule> {
    const own = [...this.#own.meeting(path, query)];
    const others = this.#others(this.#base.meeting(path, query));
    return own.length === 0 ? others : [...own, ...others].sort(mostParticularFirst);
  }

  *below(path: string): Generator<Rule> {
    yield* this.#own.below(path);
    yield* this.#others(this.#base.below(path));
  }

  *asking(path: string): Generator<Rule> {
    yield* this.#own.asking(path);
    yield* this.#others(this.#base.asking(path));
  }

  *#others(rules: Iterable<Rule>): Generator<Rule> {
    for (const rule of rules) if (this.#isOther(rule)) yield rule;
  }

  #isOther(rule: Rule): boolean {
    return this.#own.get(rule.id) === undefined && !this.#hidden.has(rule.id);
  }
}

export function withRule(table: RuleTable | DraftTable, rule: Rule): DraftTable {
  const draft = new DraftTable(table);
  draft.put(rule);
  return draft;
}

function mostParticularFirst(a: Rule, b: Rule): number {
  if (a.match !== b.match) return a.match === 'exact' ? -1 : 1;
  return b.path.length - a.path.length || Number(a.query === null) - Number(b.query === null);
}
