import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Lane, Lanes, type Quota } from './lanes.ts';

const limits = { inFlight: 40, sockets: 100, perTenant: 20, perEndpoint: 8, perTurn: 4 };
const lane = (tenantId: string, subscriptionId: string): Lane => ({ tenantId, subscriptionId });
const sizeFor = (quotas: Quota[], tenantId: string) =>
  quotas.filter((quota) => quota.tenantId === tenantId).reduce((sum, quota) => sum + quota.size, 0);
const all = (quota: Quota) => ({ fresh: quota.size, retries: 0 });

describe('the memory of lanes', () => {
  it('forgets an idle endpoint that failed an hour ago, and keeps those that are busy or failed since', () => {
    const lanes = new Lanes(limits);
    for (const id of ['gone', 'busy']) {
      lanes.offer(lane('t', id), 1);
      for (const quota of lanes.next(0)) {
        lanes.took(quota, { fresh: 1, retries: 0 }, null);
        lanes.finished(quota, false, 0);
      }
    }
    lanes.offer(lane('t', 'busy'), 1);
    lanes.forgetFailed(performance.now() + 3_500_000);
    assert.equal(lanes.known, 2);
    lanes.forgetFailed(performance.now() + 3_700_000);
    assert.equal(lanes.known, 1);
  });
});

describe('the turns of lanes', () => {
  it('rotate over the tenants, however many endpoints one of them has', () => {
    const lanes = new Lanes(limits);
    for (let n = 0; n < 100; n++) lanes.offer(lane('big', `e${n}`));
    lanes.offer(lane('small', 'e'));
    const quotas = lanes.next(0);
    assert.equal(sizeFor(quotas, 'small'), 8);
    assert.equal(sizeFor(quotas, 'big'), 20);
  });

  it('reach every endpoint of a tenant in time', () => {
    const lanes = new Lanes(limits);
    const served = new Set<string>();
    for (let n = 0; n < 30; n++) lanes.offer(lane('t', `e${n}`));
    for (let round = 0; round < 10; round++) {
      for (const quota of lanes.next(0)) {
        served.add(quota.subscriptionId);
        lanes.took(quota, all(quota), null);
        for (let n = 0; n < quota.size; n++) lanes.finished(quota, true, 0);
      }
    }
    assert.equal(served.size, 30);
  });

  it('never exceed the share in flight of an endpoint, a tenant or all together', () => {
    const lanes = new Lanes(limits);
    for (const tenant of ['a', 'b', 'c']) for (let n = 0; n < 5; n++) lanes.offer(lane(tenant, `e${n}`));
    for (let round = 0; round < 3; round++)
      for (const quota of lanes.next(0)) lanes.took(quota, all(quota), null);
    assert.equal(lanes.room, 0);
    const one = new Lanes(limits);
    one.offer(lane('a', 'only'));
    assert.equal(sizeFor(one.next(0), 'a'), 8);
    assert.equal(sizeFor(one.next(0), 'a'), 0);
  });

  it('skip an empty lane until it is offered again', () => {
    const lanes = new Lanes(limits);
    lanes.offer(lane('t', 'e'));
    const [quota] = lanes.next(0);
    lanes.took(quota!, { fresh: 1, retries: 0 }, null);
    assert.deepEqual(lanes.next(0), []);
    lanes.offer(lane('t', 'e'));
    assert.equal(lanes.next(0).length, 1);
  });

  it('reserve no more room than a lane was offered with, and one place that shows that it is empty', () => {
    const lanes = new Lanes(limits);
    for (let n = 0; n < 30; n++) lanes.offer(lane(`t${n}`, 'e'), 1);
    const quotas = lanes.next(0);
    assert.deepEqual([...new Set(quotas.map(({ size }) => size))], [2]);
    assert.equal(quotas.length, limits.inFlight / 2);
    for (const quota of quotas) {
      lanes.took(quota, { fresh: 1, retries: 0 }, null);
      lanes.finished(quota, true, 0);
    }
    assert.equal(lanes.queued, 10);
    lanes.offer(lane('t29', 'e'), 2);
    assert.equal(sizeFor(lanes.next(0), 't29'), 4);
  });

  it('return to a lane that got more deliveries than it was offered with, or during a claim', () => {
    const lanes = new Lanes(limits);
    lanes.offer(lane('t', 'more'), 1);
    lanes.offer(lane('t', 'meanwhile'), 1);
    const [more, meanwhile] = lanes.next(0);
    lanes.offer(lane('t', 'meanwhile'), 1);
    lanes.took(more!, all(more!), null);
    lanes.took(meanwhile!, { fresh: 1, retries: 0 }, null);
    const again = lanes.next(0);
    assert.deepEqual(again.map(({ subscriptionId }) => subscriptionId).sort(), ['meanwhile', 'more']);
  });

  it('leave room for first attempts beside retries', () => {
    const lanes = new Lanes(limits);
    lanes.offer(lane('t', 'e'));
    const [quota] = lanes.next(0);
    assert.ok(quota!.retries < quota!.size);
  });
});

describe('an endpoint that keeps failing', () => {
  const fail = (lanes: Lanes, times: number, now: number) => {
    for (let n = 0; n < times; n++) {
      const [quota] = lanes.next(now);
      lanes.took(quota!, { fresh: 1, retries: quota!.retries }, null);
      for (let sent = 0; sent < 1 + quota!.retries; sent++) lanes.finished(quota!, false, now);
    }
  };

  it('gets its first attempts one at a time and at growing intervals', () => {
    const lanes = new Lanes(limits);
    lanes.offer(lane('t', 'dead'));
    fail(lanes, 3, 0);
    const put = lanes.next(1);
    assert.equal(put[0]?.fresh ?? 0, 0);
    for (const quota of put) lanes.took(quota, { fresh: 0, retries: 0 }, null);
    const probe = lanes.next(10_000);
    assert.equal(probe[0]!.fresh, 1);
  });

  it('keeps its retries on time', () => {
    const lanes = new Lanes(limits);
    lanes.offer(lane('t', 'dead'));
    fail(lanes, 3, 0);
    assert.ok(lanes.next(1)[0]!.retries > 0);
  });

  it('recovers after one success', () => {
    const lanes = new Lanes(limits);
    lanes.offer(lane('t', 'dead'));
    fail(lanes, 3, 0);
    const [probe] = lanes.next(10_000);
    lanes.took(probe!, { fresh: 1, retries: 0 }, null);
    lanes.finished(probe!, true, 10_000);
    lanes.offer(lane('t', 'dead'));
    assert.equal(lanes.next(10_001)[0]!.fresh, 8);
  });

  it('delays no other endpoint', () => {
    const lanes = new Lanes(limits);
    lanes.offer(lane('t', 'dead'));
    fail(lanes, 3, 0);
    lanes.offer(lane('t', 'healthy'));
    const quota = lanes.next(1).find((candidate) => candidate.subscriptionId === 'healthy');
    assert.equal(quota!.fresh, 8);
  });
});

it('slow attempts free their places for others, up to the limit of sockets', () => {
  const lanes = new Lanes(limits);
  for (const tenant of ['a', 'b']) for (let n = 0; n < 5; n++) lanes.offer(lane(tenant, `hangs${n}`));
  const quotas = lanes.next(0);
  for (const quota of quotas) lanes.took(quota, all(quota), null);
  assert.equal(lanes.room, 0);
  for (const quota of quotas) for (let n = 0; n < quota.size; n++) lanes.isSlow();
  assert.equal(lanes.room, 40);
  lanes.offer(lane('quick', 'e'));
  assert.deepEqual(
    lanes.next(0).map(({ tenantId, size }) => [tenantId, size]),
    [['quick', 8]],
  );
  for (const quota of quotas) for (let n = 0; n < quota.size; n++) lanes.finished(quota, true, 0, true);
  assert.equal(lanes.room, 40 - 8);
});

it('a rate-limited lane is claimed again only when it is free', () => {
  const lanes = new Lanes(limits);
  lanes.offer(lane('t', 'e'));
  const [quota] = lanes.next(0);
  lanes.took(quota!, { fresh: 2, retries: 0 }, 500);
  assert.deepEqual(lanes.next(499), []);
  assert.equal(lanes.next(500).length, 1);
});
