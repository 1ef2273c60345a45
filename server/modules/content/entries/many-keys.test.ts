/** Entries with as many words and values as a body can have, in many locales. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';

const test = await useApp();
const codes = Array.from({ length: 26 }, (_, n) => `a${String.fromCharCode(97 + n)}`);
const stage = await openContent(test, { page: [{ name: 'body', kind: 'markdown', localised: true }] });
await stage.ask('PUT', '/locales', 200, { default: 'aa', locales: codes.map((code) => ({ code })) });

/** 2,000 words in each of the first locales. */
const bodyIn = (locales: number) => {
  const words = (code: string) => Array.from({ length: 2_000 }, (_, n) => `${code}${n}`).join(' ');
  return Object.fromEntries(codes.slice(0, locales).map((code) => [code, words(code)]));
};

describe('an entry', () => {
  it('with 40 thousand words is saved, and found by the last of them', async () => {
    const { id } = await stage.create('page', { body: bodyIn(20) });
    const list = await stage.ask('GET', '/entries?type=page&q=at1999', 200);
    assert.deepEqual(
      list.body.data.map((entry: { id: string }) => entry.id),
      [id],
    );
  });

  it('with more keys than one may have is refused, with limit and count', async () => {
    const answer = await stage.ask('POST', '/entries', 422, { type: 'page', fields: { body: bodyIn(26) } });
    const [{ path, code, message }] = answer.body.error.details;
    assert.deepEqual([path, code], ['fields', 'too_many_keys']);
    assert.match(message, /^have 5[2-9]\d{3} index keys.* 50000 at most/);
  });
});
