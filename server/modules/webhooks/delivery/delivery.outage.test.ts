import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '#kernel/testing/eventually.ts';
import { startProxy } from '#kernel/testing/proxy.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { addRedirect, allAre, openInbox, startWork, subscribe } from '../testing/receiver.ts';

const proxy = await startProxy();
const test = await useApp({}, (database) => proxy.inFrontOf(database));
after(() => proxy.close());

describe('a worker whose connection breaks while it claims', () => {
  it('continues after any number of failures, and releases the lane in the end', async (t) => {
    const tenant = await newTenant(test);
    const inbox = await openInbox(t);
    await subscribe(test, tenant, inbox);
    startWork(test, t);
    const cuts = 8;
    for (let cut = 0; cut < cuts; cut++) {
      // The name of the prepared statement, as sent on the wire.
      proxy.cutAfter('read_ready');
      await addRedirect(test, tenant);
      await sleep(100);
    }
    await allAre(test, tenant, 'delivered', cuts);
    assert.equal(new Set(inbox.receipts.map(({ body }) => body.id)).size, cuts);
    await eventually('no lane is leased', async () => {
      const { rowCount } = await test.db.acrossTenantsQuery('select from webhook_lanes');
      return rowCount === 0;
    });
  });
});
