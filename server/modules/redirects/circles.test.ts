import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findCircle } from './circles.ts';
import { atHome, travel } from './journeys.ts';
import { RuleTable, withRule } from './rule-table.ts';
import type { Rule } from './rules.ts';
import { rule, tableOf } from './testing/rules.ts';

/** What saving the last one is answered. */
function save(...lines: (string | Rule)[]) {
  const last = lines.at(-1)!;
  const added = typeof last === 'string' ? rule(last) : last;
  return findCircle(withRule(tableOf(...lines.slice(0, -1)), added), ['shop.example'], added);
}
const circle = (...lines: (string | Rule)[]) => {
  const { isCircle, way } = save(...lines);
  return isCircle ? way.join(' ') : null;
};

describe('a circle is found, with the way it takes:', () => {
  const CIRCLES: Record<string, [string[], string]> = {
    'to itself': [['/a → /a'], '/a /a'],
    'to itself in another spelling': [['/caf\u00e9 → /x/../caf%c3%a9'], '/caf%C3%A9 /caf%C3%A9'],
    "to itself by the site's own domain": [['/a → https://shop.example/a'], '/a /a'],
    'over three': [['/b → /c', '/c → /a', '/a → /b'], '/a /b /c /a'],
    'over a prefix': [['/b/* → /a', '/a/x → /b/x'], '/a/x /b/x /a/x'],
    'of two prefixes': [['/b/* → /a', '/a/* → /b'], '/a/* /b/* /a/*'],
    'below a prefix': [['/b/x → /a/x', '/a/* → /b'], '/a/x /b/x /a/x'],
    'below a prefix, further on': [['/b/* → /c', '/c/x → /a/x', '/a/* → /b'], '/a/x /b/x /c/x /a/x'],
    'with a query that another asks for': [['/y?id=5 → /x?id=5', '/x → /y'], '/x?id=5 /y?id=5 /x?id=5'],
    'with a query that is asked for further on': [
      ['/b?q=1 → /b/c/a?q=1', '/a/a → /b', '/b/c/* → /a'],
      '/b/c/a?q=1 /a/a?q=1 /b?q=1 /b/c/a?q=1',
    ],
    'of everything': [['/* → /'], '/* /*'],
  };
  for (const [what, [lines, way]] of Object.entries(CIRCLES)) {
    it(what, () => assert.equal(circle(...lines), way));
  }

  it('a way that never ends, because it grows', () => {
    assert.match(circle('/a/* → /a/b')!, /^\/a\/\* \/a\/b\/\* \/a\/b\/b\/\* .* …$/);
    assert.match(circle('/a → /a?x=1')!, /^\/a \/a\?x=1 .*…$/);
  });
});

describe('no circle is', () => {
  const FINE: Record<string, string[]> = {
    'a chain': ['/b → /c', '/c → /d', '/a → /b'],
    'a prefix that is left by an exact rule': ['/a/x → /b/y', '/b/* → /a'],
    'the same path on another host': ['/a → https://other.example/a'],
    'dropping the query that was asked for': ['/a?x=1 → /a'],
    'a prefix that is taken away, level by level': ['/p/* → /'],
    'a prefix used twice on different paths': ['/b/x → /a/y', '/a/* → /b'],
  };
  for (const [what, lines] of Object.entries(FINE)) it(what, () => assert.equal(circle(...lines), null));

  it('what is never active at the same time', () => {
    const noon = new Date('2030-01-01T12:00:00Z');
    const [before, after] = [{ active_until: noon }, { active_from: noon }];
    assert.equal(circle(rule('/a → /b', before), rule('/b → /a', after)), null);
    assert.notEqual(circle(rule('/a → /b', before), rule('/b → /a', before)), null);
  });

  it('found where a chain is, whose way is told', () => {
    assert.deepEqual(save('/b → /c', '/a → /b'), { ...save('/b → /c', '/a → /b'), isCircle: false });
    assert.deepEqual(save('/b → /c', '/a → /b').way, ['/a', '/b', '/c']);
  });
});

it('whatever rules are saved one after the other, no visitor ever goes round in circles', () => {
  const path = fc
    .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
    .map((parts) => `/${parts.join('/')}`);
  const query = fc.constantFrom('', '', '', '?q=1');
  const line = fc
    .tuple(path, query, fc.boolean(), path, query)
    .map(([from, asked, isPrefix, to, brought]) => `${from}${isPrefix ? '/*' : asked} → ${to}${brought}`);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.array(path, { maxLength: 10 }), (lines, visits) => {
      const table = new RuleTable();
      for (const each of lines.map((text) => rule(text))) {
        if (table.sameAs(each) !== undefined) continue;
        if (!findCircle(withRule(table, each), [], each).isCircle) table.put(each);
      }
      const starts = [...visits, ...[...table.all()].map((each) => each.path)];
      for (const start of starts) {
        for (const asked of ['', 'q=1']) {
          const journey = travel(table, [], atHome(start, asked), 0);
          assert.ok(!journey?.isCircle, `${lines.join(', ')}: ${journey?.way.join(' → ')}`);
        }
      }
    }),
    { numRuns: 3000 },
  );
});
