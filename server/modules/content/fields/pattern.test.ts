import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cases } from '#kernel/testing/depth.ts';
import { costOf } from '#kernel/testing/holds.ts';
import { checkPattern, matchesPattern, PatternError, PatternWork, TooMuchWork } from './pattern.ts';

const matches = (pattern: string, text: string) => matchesPattern(pattern, text, new PatternWork());

describe('a pattern', () => {
  it('matches whole texts as the same expression does in JavaScript', () => {
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
        assert.equal(matches(pattern, value), new RegExp(`^(?:${pattern})$`, 'u').test(value));
      }),
      { numRuns: cases(2_000) },
    );
  });

  it('may have anchors at its ends, which change nothing', () => {
    assert.equal(matches('^ab$', 'ab'), true);
    assert.equal(matches('^ab$', 'abc'), false);
  });

  it('takes time in proportion to the text, even if it was built to explode', async () => {
    const text = `${'a'.repeat(1_000)}!`;
    for (const evil of ['(a+)+', '(a|a)*', '(a*)*b', 'a*a*a*a*a*a*b', '(a?){100}a{100}', '((a*)*)*']) {
      const cost = await costOf(() => assert.equal(matches(evil, text), false));
      assert.ok(cost < 50, `${evil}: ${cost} ms`);
    }
  });

  it('that repeats an empty part stays empty, however often and however deep', async () => {
    for (const empty of [
      '((((){30}){255}){255}){255}',
      '(((((){255}){255}){255}){255}){255}',
      `${'('.repeat(38)}${'){255}'.repeat(27)}${')'.repeat(11)}`,
      '(()*)+',
      '(a{0}){255}',
      '((^$)|){3}'.replace('^$', ''),
    ]) {
      const cost = await costOf(() => {
        checkPattern(empty);
        assert.deepEqual([matches(empty, ''), matches(empty, 'a')], [true, false], empty);
      });
      assert.ok(cost < 50, `${empty}: ${cost} ms`);
    }
  });

  it('with many empty alternatives costs no more than with one', () => {
    const pattern = `a(${'|'.repeat(25)})b`;
    assert.deepEqual(
      ['ab', 'a', 'b', ''].map((text) => matches(pattern, text)),
      [true, false, false, false],
    );
  });

  it('has one budget for all values, which the worst of them use up in less than 50 ms', async () => {
    const letters = (count: number) =>
      Array.from({ length: count }, (_, at) => ((at * at * 7 + at * 3) % 11 < 5 ? 'a' : 'b')).join('');
    const texts = Array.from({ length: 1_000 }, (_, at) => letters(990) + at);
    for (const worst of [
      '(.{0,240}.{0,240})*',
      '(a|b)*a(a|b){200}.*',
      '(.*a.{240})|(.*b.{240})|(.*a.{220})|(.*b.{230})',
      '(.?){240}(.?){240}.*',
      '((.*a.{100})*){2}.*',
      `[ab\\s\\w\\D]*a${'[a\\s]?'.repeat(20)}.{200}.*`,
    ]) {
      checkPattern(worst);
      const work = new PatternWork();
      const all = () => {
        for (const text of texts) matchesPattern(worst, text, work);
      };
      const cost = await costOf(() => {
        try {
          all();
        } catch (error) {
          assert.ok(error instanceof TooMuchWork);
        }
      });
      assert.ok(cost < 50, `${worst}: ${cost} ms`);
    }
  });

  it('of the ordinary sort matches the largest possible body', () => {
    const work = new PatternWork();
    const values = Array.from({ length: 1_000 }, (_, at) => `article-${at}-${'x'.repeat(900)}`);
    for (const value of values)
      assert.equal(matchesPattern('[a-z]+-[0-9]{1,4}(-[a-z]+)*', value, work), true);
    assert.ok(work.left > 200_000);
  });

  it('that is invalid or too large gets an error that says so', () => {
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
      assert.throws(() => checkPattern(source), PatternError, source);
    }
  });
});
