import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cases } from '#kernel/testing/depth.ts';
import { longestHold } from '#kernel/testing/holds.ts';
import { findLoop, TooComplex } from './loops.ts';
import type { Rule } from './rules.ts';
import { onSite, resolveRedirect } from './serving/resolve.ts';
import { DraftTable, RuleTable, withRule } from './serving/rule-table.ts';
import { rule, tableOf } from './testing/rules.ts';

/** Returns the result of saving the last rule. */
function save(...lines: (string | Rule)[]) {
  const last = lines.at(-1)!;
  const added = typeof last === 'string' ? rule(last) : last;
  return findLoop(withRule(tableOf(...lines.slice(0, -1)), added), ['shop.example'], added);
}
const loopOf = async (...lines: (string | Rule)[]) => {
  const { isLoop, way } = await save(...lines);
  return isLoop ? way.join(' ') : null;
};

describe('a loop is found, with its path:', () => {
  const LOOPS: Record<string, [string[], string]> = {
    'to itself': [['/a → /a'], '/a /a'],
    'to itself in another spelling': [['/caf\u00e9 → /x/../caf%c3%a9'], '/caf%C3%A9 /caf%C3%A9'],
    "to itself by the site's own domain": [['/a → https://shop.example/a'], '/a /a'],
    'over three': [['/b → /c', '/c → /a', '/a → /b'], '/a /b /c /a'],
    'over a prefix': [['/b/* → /a', '/a/x → /b/x'], '/a/x /b/x /a/x'],
    'of two prefixes': [['/b/* → /a', '/a/* → /b'], '/a/* /b/* /a/*'],
    'below a prefix': [['/b/x → /a/x', '/a/* → /b'], '/a/x /b/x /a/x'],
    'below a prefix, further on': [['/b/* → /c', '/c/x → /a/x', '/a/* → /b'], '/a/x /b/x /c/x /a/x'],
    'below a prefix that is found below another': [
      ['/b/c/b/* → /b/b?r=2', '/b/b/c?r=2 → /a/b/c', '/a/* → /b/c'],
      '/a/b/c /b/c/b/c /b/b/c?r=2 /a/b/c',
    ],
    'with a query that another asks for': [['/y?id=5 → /x?id=5', '/x → /y'], '/x?id=5 /y?id=5 /x?id=5'],
    'with a query that is asked for further on': [
      ['/b?q=1 → /b/c/a?q=1', '/a/a → /b', '/b/c/* → /a'],
      '/b/c/a?q=1 /a/a?q=1 /b?q=1 /b/c/a?q=1',
    ],
    'of everything': [['/* → /'], '/* /*'],
  };
  for (const [what, [lines, way]] of Object.entries(LOOPS)) {
    it(what, async () => assert.equal(await loopOf(...lines), way));
  }

  it('an endless path that grows', async () => {
    assert.match((await loopOf('/a/* → /a/b'))!, /^\/a\/\* \/a\/b\/\* \/a\/b\/b\/\* .* …$/);
    assert.match((await loopOf('/a → /a?x=1'))!, /^\/a \/a\?x=1 .*…$/);
  });
});

describe('no loop is found in', () => {
  const FINE: Record<string, string[]> = {
    'a chain': ['/b → /c', '/c → /d', '/a → /b'],
    'a prefix that is left by an exact rule': ['/a/x → /b/y', '/b/* → /a'],
    'the same path on another host': ['/a → https://other.example/a'],
    'dropping the query that was asked for': ['/a?x=1 → /a'],
    'a prefix that is taken away, level by level': ['/p/* → /'],
    'a prefix used twice on different paths': ['/b/x → /a/y', '/a/* → /b'],
  };
  for (const [what, lines] of Object.entries(FINE))
    it(what, async () => assert.equal(await loopOf(...lines), null));

  it('rules that are never active at the same time', async () => {
    const noon = new Date('2030-01-01T12:00:00Z');
    const [before, after] = [{ active_until: noon }, { active_from: noon }];
    assert.equal(await loopOf(rule('/a → /b', before), rule('/b → /a', after)), null);
    assert.notEqual(await loopOf(rule('/a → /b', before), rule('/b → /a', before)), null);
  });

  it('a chain, whose path is reported', async () => {
    assert.deepEqual(await save('/b → /c', '/a → /b'), { way: ['/a', '/b', '/c'], isLoop: false });
  });
});

const path = fc
  .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
  .map((parts) => `/${parts.join('/')}`);
const query = fc.constantFrom('', '', '', '?q=1', '?r=2');
const line = fc
  .tuple(path, query, fc.boolean(), path, query)
  .map(([from, asked, isPrefix, to, brought]) => `${from}${isPrefix ? '/*' : asked} → ${to}${brought}`);

it('whatever rules are saved one after the other, no visitor ever ends in a loop', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 12 }),
      fc.array(path, { maxLength: 10 }),
      async (lines, visits) => {
        const table = new RuleTable();
        for (const each of lines.map((text) => rule(text))) {
          if (table.sameAs(each) !== undefined) continue;
          if (!(await findLoop(withRule(table, each), [], each)).isLoop) table.put(each);
        }
        const starts = [...visits, ...[...table.all()].map((each) => each.path)];
        for (const start of starts) {
          for (const asked of ['', 'q=1', 'r=2']) {
            const resolution = resolveRedirect(table, [], onSite(start, asked), 0);
            assert.ok(!resolution?.isLoop, `${lines.join(', ')}: ${resolution?.way.join(' → ')}`);
          }
        }
      },
    ),
    { numRuns: cases(3000) },
  );
});

it('whatever the letter case of saved rules, no browser is ever sent in circles', async () => {
  const spelled = fc
    .tuple(path, fc.nat(), fc.boolean())
    .map(
      ([text, upper, slash]) =>
        text.replace(/[abc]/g, (one, at) => ((upper >> at) & 1 ? one.toUpperCase() : one)) +
        (slash ? '/' : ''),
    );
  const rules = fc.array(fc.tuple(spelled, fc.boolean(), spelled), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rules, fc.array(spelled, { maxLength: 6 }), async (lines, visits) => {
      const table = new RuleTable();
      for (const [from, isPrefix, to] of lines) {
        const each = rule(`${from}${isPrefix ? '/*' : ''} → ${to}`);
        if (table.sameAs(each) !== undefined) continue;
        if (!(await findLoop(withRule(table, each), [], each)).isLoop) table.put(each);
      }
      for (const start of [...visits, ...lines.map(([from]) => from)]) {
        let place = onSite(start, '');
        for (let redirects = 0; ; redirects++) {
          const resolution = resolveRedirect(table, [], place, 0);
          if (resolution === undefined) break;
          const shown = `${lines.map(String).join(' ')}: ${resolution.way.join(' → ')}`;
          assert.ok(!resolution.isLoop && redirects < 4, shown);
          place = resolution.end;
        }
      }
    }),
    { numRuns: cases(2000) },
  );
});

it('a table with drafts over it answers as one that contains them', async () => {
  const rules = fc.array(line, { maxLength: 8 });
  const place = fc.tuple(path, fc.constantFrom('', 'q=1', 'r=2'));
  const ids = (found: Iterable<Rule>) => [...found].map(({ id }) => id);
  fc.assert(
    fc.property(rules, rules, rules, place, (base, changes, more, [at, asked]) => {
      const table = new RuleTable();
      const put = (to: Pick<RuleTable, 'put' | 'sameAs'>, each: Rule) => {
        if (to.sameAs(each) === undefined) to.put(each);
      };
      for (const text of base) put(table, rule(text));
      const [draft, model] = [new DraftTable(table), tableOf(...table.all())];
      const replaced = [...table.all()].slice(0, changes.length);
      const wanted = [
        ...replaced.map(({ id }, nth) => ({ ...rule(changes[nth]!), id })),
        ...more.map((text) => rule(text)),
      ];
      for (const each of wanted) {
        assert.deepEqual(draft.sameAs(each), model.sameAs(each));
        put(model, each);
        put(draft, each);
      }
      assert.equal(draft.size, model.size);
      assert.deepEqual(ids(draft.meeting(at, asked)), ids(model.meeting(at, asked)));
      assert.deepEqual(ids(draft.below(at)).sort(), ids(model.below(at)).sort());
      assert.deepEqual(ids(draft.asking(at)).sort(), ids(model.asking(at)).sort());
      const isBelow = ({ path: one }: Rule) => one === at || one.startsWith(`${at}/`);
      assert.deepEqual(ids(model.below(at)).sort(), ids([...model.all()].filter(isBelow)).sort());
    }),
  );
});

describe('with very many rules that ask for a query', () => {
  const asking = (count: number) =>
    tableOf(
      ...Array.from({ length: count }, (_, nth) => rule(`/q?k${nth}=1 → https://elsewhere.example/${nth}`)),
    );
  it('a rule is checked correctly, and other work runs meanwhile', async () => {
    const table = asking(12_000);
    const added = rule('/p → /q');
    const held = await longestHold(async () => {
      assert.equal((await findLoop(withRule(table, added), [], added)).isLoop, false);
      table.put(rule('/q?z=1 → /p?z=1'));
      assert.equal((await findLoop(withRule(table, added), [], added)).isLoop, true);
    });
    assert.ok(held < 50, `held for ${held} ms`);
  });

  it('a rule that would take too long to check is refused', async () => {
    const table = asking(40_000);
    const added = rule('/p → /q');
    const held = await longestHold(() =>
      assert.rejects(findLoop(withRule(table, added), [], added), TooComplex),
    );
    assert.ok(held < 50, `held for ${held} ms`);
  });
});
