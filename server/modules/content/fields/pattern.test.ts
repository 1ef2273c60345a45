import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compilePattern, PatternError } from './pattern.ts';

describe('a pattern', () => {
  it('means what the same expression means to JavaScript, of a whole text', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '[a-c]',
      '\\d',
      '\\w',
      '(a|b)',
      '(?:ab)',
      '(a|)',
      'ä',
      '\\.',
    );
    const times = fc.constantFrom('', '?', '*', '+', '{2}', '{1,3}', '{0,}');
    const part = fc.tuple(atom, times).map(([one, many]) => one + many);
    const source = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
    const either = fc.array(source, { minLength: 1, maxLength: 2 }).map((parts) => parts.join('|'));
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '1', '.', 'ä', ' '), { maxLength: 8 })
      .map((chars) => chars.join(''));
    fc.assert(
      fc.property(either, text, (pattern, value) => {
        assert.equal(compilePattern(pattern)(value), new RegExp(`^(?:${pattern})$`, 'u').test(value));
      }),
      { numRuns: 2_000 },
    );
  });

  it('anchors at its ends are fine, since the whole text is meant anyway', () => {
    assert.equal(compilePattern('^ab$')('ab'), true);
    assert.equal(compilePattern('^ab$')('abc'), false);
  });

  it('takes time in proportion to the text, however it was meant to explode', () => {
    const text = `${'a'.repeat(1_000)}!`;
    const begun = performance.now();
    for (const evil of ['(a+)+', '(a|a)*', '(a*)*b', 'a*a*a*a*a*a*b', '(a?){100}a{100}', '((a*)*)*']) {
      assert.equal(compilePattern(evil)(text), false);
    }
    assert.ok(performance.now() - begun < 3_000);
  });

  it('that is none, or too large, says so', () => {
    for (const source of [
      '(',
      'a)',
      '[a',
      '*a',
      'a{2,1}',
      'a{999}',
      'a{',
      '\\1',
      '\\k',
      '[z-a]',
      '(?=a)',
      '((a{200}){200})',
    ]) {
      assert.throws(() => compilePattern(source), PatternError, source);
    }
  });
});
