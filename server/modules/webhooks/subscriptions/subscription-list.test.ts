import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newId } from '#kernel/id.ts';
import { useApp } from '../../../testing.ts';
import { openStage } from '../testing/stage.ts';

const PATH = '/v1/webhooks/subscriptions';
const test = await useApp();
const owner = await connectAsOwner(test.database);
after(() => owner.end());

describe('the list of subscriptions by failing', () => {
  it('begins with those that fail or were paused because they did, and is read page by page', async () => {
    const stage = await openStage(test);
    const ids: Record<string, string> = {};
    for (const name of ['failing', 'old', 'paused by us', 'new'])
      ids[name] = (await stage.subscribe({ name })).id;
    await owner.query(
      `insert into webhook_deliveries
         (tenant_id, id, at, event_id, subscription_id, event_type, cause, status, attempts, created_at, finished_at)
       values ($1, $2, $3, $2, $4, 'redirect.added', 'event', 'failed', 8, $3, $3)`,
      [stage.tenant.id, newId(), test.now(), ids.failing],
    );
    await owner.query('update webhook_subscriptions set active = false, disabled_at = $2 where id = $1', [
      ids['paused by us'],
      test.now(),
    ]);
    const names = async (query: string) => {
      const { body } = await stage.ask('GET', `${PATH}?${query}`, 200);
      const shown = body.data.map(({ name }: { name: string }) => name) as string[];
      return { shown, next: body.pagination.nextCursor as string | null };
    };
    const expected = ['paused by us', 'failing', 'new', 'old'];
    assert.deepEqual(await names('sort=failing'), { shown: expected, next: null });
    assert.deepEqual((await names('')).shown, ['new', 'paused by us', 'old', 'failing']);
    const read: string[] = [];
    let cursor = '';
    for (;;) {
      const { shown, next } = await names(`sort=failing&limit=1${cursor}`);
      read.push(...shown);
      if (next === null) break;
      cursor = `&cursor=${next}`;
    }
    assert.deepEqual(read, expected);
    const { next } = await names('limit=1');
    await stage.ask('GET', `${PATH}?sort=failing&cursor=${next}`, 400);
  });
});
