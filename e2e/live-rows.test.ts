import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countNew, type ListPage, type ListPages, withHead } from '../dashboard/src/ui/live-rows.ts';

const page = (ids: string, nextCursor: string | null = null): ListPage => ({
  data: [...ids].map((id) => ({ id })),
  pagination: { nextCursor, hasMore: nextCursor !== null },
});
const list = (...pages: ListPage[]): ListPages => ({ pages, pageParams: pages.map(() => null) });
const ids = (pages: ListPages | undefined) =>
  pages?.pages.map(({ data }) => data.map((row) => (row as { id: string }).id).join('')).join('|');

describe('a newer first page', () => {
  it('replaces the only page', () => {
    assert.equal(ids(withHead(list(page('abc')), page('xab'))), 'xab');
  });

  it('leaves no gap before the second page', () => {
    const merged = withHead(list(page('abc', 'c'), page('def')), page('xab', 'b'));
    assert.equal(ids(merged), 'xabc|def');
    assert.equal(merged!.pages[0]!.pagination.nextCursor, 'c');
  });

  it('removes rows that have gone, and repeats none that moved up', () => {
    assert.equal(ids(withHead(list(page('abc', 'c'), page('def')), page('eac', 'c'))), 'eac|df');
  });

  it('is refused if nothing joins it to the rows below', () => {
    assert.equal(withHead(list(page('abc', 'c'), page('def')), page('xyz', 'z')), undefined);
  });

  it('has as many new rows as stand above the first known one', () => {
    assert.equal(countNew(page('abc'), page('xya')), 2);
    assert.equal(countNew(page('abc'), page('abc')), 0);
    assert.equal(countNew(page('abc'), page('xyz')), 3);
  });
});
