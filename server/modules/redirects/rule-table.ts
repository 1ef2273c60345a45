/** The rules of one property in memory: found by path in the time of a few look-ups, however many there are. */
import { sortedQuery } from './paths.ts';
import type { Rule } from './rules.ts';

export type Rules = {
  /** The rules that a path meets, the most particular first: with its query, exact, then the longest beginning. */
  meeting(path: string, query: string): Iterable<Rule>;
  all(): Iterable<Rule>;
  /** Those that ask for a query. */
  asking(): Iterable<Rule>;
};

export class RuleTable implements Rules {
  readonly #byId = new Map<string, Rule>();
  readonly #exact = new Map<string, Rule>();
  readonly #prefixes = new Map<string, Rule>();
  readonly #asking = new Set<Rule>();
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

  asking(): Iterable<Rule> {
    return this.#asking;
  }

  copy(): RuleTable {
    const copy = new RuleTable();
    for (const rule of this.#byId.values()) copy.put(rule);
    return copy;
  }

  /** The rule that begins where this one does, if another does. */
  sameAs(rule: Rule): Rule | undefined {
    const found = this.#shelf(rule).get(shelfKey(rule));
    return found?.id === rule.id ? undefined : found;
  }

  put(rule: Rule): void {
    this.remove(rule.id);
    const shelf = this.#shelf(rule);
    // Of two that begin alike, which can only be left from long ago, the older one counts.
    const same = shelf.get(shelfKey(rule));
    if (same === undefined || rule.id < same.id) shelf.set(shelfKey(rule), rule);
    this.#byId.set(rule.id, rule);
    if (rule.query !== null) this.#asking.add(rule);
    if (rule.match === 'prefix') this.#longestPrefix = Math.max(this.#longestPrefix, rule.path.length);
  }

  remove(id: string): void {
    const rule = this.#byId.get(id);
    if (rule === undefined) return;
    this.#byId.delete(id);
    this.#asking.delete(rule);
    const shelf = this.#shelf(rule);
    if (shelf.get(shelfKey(rule)) === rule) shelf.delete(shelfKey(rule));
  }

  *meeting(path: string, query: string): Generator<Rule> {
    const sorted = this.#asking.size > 0 && query !== '' ? `?${sortedQuery(query)}` : '';
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

  #shelf(rule: Rule): Map<string, Rule> {
    return rule.match === 'exact' ? this.#exact : this.#prefixes;
  }
}

const shelfKey = ({ path, query }: Rule) => (query === null ? path : `${path}?${query}`);

function* found(rule: Rule | undefined): Generator<Rule> {
  if (rule !== undefined) yield rule;
}

/** A table as it would be with one rule more, in place of the one with the same id. */
export function withRule(table: Rules, rule: Rule): Rules {
  const one = new RuleTable();
  one.put(rule);
  const others = (rules: Iterable<Rule>) => [...rules].filter(({ id }) => id !== rule.id);
  return {
    meeting: (path, query) =>
      [...others(table.meeting(path, query)), ...one.meeting(path, query)].sort(mostParticularFirst),
    all: () => [...others(table.all()), rule],
    asking: () => [...others(table.asking()), ...one.asking()],
  };
}

function mostParticularFirst(a: Rule, b: Rule): number {
  if (a.match !== b.match) return a.match === 'exact' ? -1 : 1;
  return b.path.length - a.path.length || Number(a.query === null) - Number(b.query === null);
}
