import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { httpReceiver } from '../testing/receivers.ts';
import { openStage, startWork } from '../testing/stage.ts';
import { addAttemptCounts } from './attempt-counts.sql.ts';

const PATH = '/v1/webhooks/attempts';
const test = await useApp();

/** A tenant with attempts at these times, in two subscriptions by turns. */
async function withAttempts(times: string[], timeZone = 'UTC') {
  const stage = await openStage(test);
  await stage.ask('PATCH', '/v1/tenant', 200, { timeZone });
  const subscriptions = [(await stage.subscribe()).id, (await stage.subscribe()).id];
  const counts = times.map((time, n) => ({
    tenantId: stage.tenant.id,
    subjectId: subscriptions[n % 2]!,
    hour: Date.parse(time),
    succeeded: 10 ** n,
    failed: n,
  }));
  await test.db.acrossTenants((tx) => addAttemptCounts(tx, counts));
  return { stage, subscriptions };
}
type Point = { at: string; day: string; attempts: number; succeeded: number; failed: number };
const some = (points: Point[]) =>
  points.filter(({ attempts }) => attempts > 0).map(({ at, succeeded, failed }) => [at, succeeded, failed]);

describe('GET /v1/webhooks/attempts', () => {
  it('returns every hour of the period, with the attempts of all subscriptions or of one', async () => {
    const { stage, subscriptions } = await withAttempts([
      '2026-11-10T10:00:00Z',
      '2026-11-10T10:45:00Z',
      '2026-11-10T12:15:00Z',
      '2026-11-10T13:00:00Z',
    ]);
    const query = 'since=2026-11-10T09:30:00Z&until=2026-11-10T13:00:00Z';
    const { data } = (await stage.ask('GET', `${PATH}?${query}`, 200)).body;
    assert.deepEqual(
      data.points.map(({ at }: Point) => at.slice(11, 16)),
      ['09:00', '10:00', '11:00', '12:00'],
    );
    assert.deepEqual(some(data.points), [
      ['2026-11-10T10:00:00.000Z', 11, 1],
      ['2026-11-10T12:00:00.000Z', 100, 2],
    ]);
    assert.deepEqual(data.totals, { attempts: 114, succeeded: 111, failed: 3 });
    assert.deepEqual([data.since, data.until], ['2026-11-10T09:00:00.000Z', '2026-11-10T13:00:00.000Z']);
    const one = await stage.ask('GET', `${PATH}?${query}&subscriptionId=${subscriptions[1]}`, 200);
    assert.deepEqual(some(one.body.data.points), [['2026-11-10T10:00:00.000Z', 10, 1]]);
    const none = await stage.ask('GET', `${PATH}?${query}&subscriptionId=${crypto.randomUUID()}`, 200);
    assert.equal(none.body.data.totals.attempts, 0);
  });

  it("adds up days of the tenant's time zone, also where they begin within an hour of UTC", async () => {
    const { stage } = await withAttempts(
      ['2026-11-10T18:15:00Z', '2026-11-10T18:30:00Z', '2026-11-11T18:15:00Z', '2026-11-11T18:30:00Z'],
      'Asia/Kolkata',
    );
    const days = async (more = '') => {
      const query = `by=day&since=2026-11-10T00:00:00Z&until=2026-11-12T00:00:00Z${more}`;
      const { data } = (await stage.ask('GET', `${PATH}?${query}`, 200)).body;
      return data.points.map(({ day, succeeded }: Point) => [day, succeeded]);
    };
    assert.deepEqual(await days(), [
      ['2026-11-10', 1],
      ['2026-11-11', 110],
      ['2026-11-12', 1_000],
    ]);
    assert.deepEqual(await days('&timeZone=UTC'), [
      ['2026-11-10', 11],
      ['2026-11-11', 1_100],
    ]);
  });

  it('gives a day of 25 hours all of them', async () => {
    const { stage } = await withAttempts(
      ['2026-10-24T22:00:00Z', '2026-10-25T22:45:00Z', '2026-10-25T23:00:00Z'],
      'Europe/Berlin',
    );
    const query = 'by=day&since=2026-10-25T10:00:00Z&until=2026-10-26T10:00:00Z';
    const { points } = (await stage.ask('GET', `${PATH}?${query}`, 200)).body.data;
    assert.deepEqual(
      points.map(({ at, succeeded }: Point) => [at, succeeded]),
      [
        ['2026-10-24T22:00:00.000Z', 11],
        ['2026-10-25T23:00:00.000Z', 100],
      ],
    );
  });

  it('covers the last 24 hours, or 30 days, with the attempts of this moment, if no time is given', async (t) => {
    const stage = await openStage(test);
    const receiver = await httpReceiver(t, (request, response) => {
      request.resume();
      response.writeHead(request.url === '/down' ? 500 : 204).end();
    });
    const [up, down] = [
      await stage.subscribe({ url: receiver.url }),
      await stage.subscribe({ url: new URL('/down', receiver.url).href }),
    ];
    startWork(test, t);
    await test.call('POST', '/v1/redirects', { token: stage.tenant.key, body: { from: '/a', to: '/b' } });
    const read = async (query: string) => (await stage.ask('GET', `${PATH}?${query}`, 200)).body.data;
    await eventually('both attempts are counted', async () => (await read('')).totals.attempts === 2);
    const [hours, days] = [await read(''), await read('by=day')];
    assert.deepEqual([hours.points.length, days.points.length], [24, 30]);
    for (const { points } of [hours, days]) {
      const { attempts, succeeded, failed } = points.at(-1);
      assert.deepEqual([attempts, succeeded, failed], [2, 1, 1]);
    }
    assert.equal((await read(`subscriptionId=${up.id}`)).totals.failed, 0);
    const { body } = await stage.ask('GET', `/v1/webhooks/subscriptions/${down.id}/attempts?hours=1`, 200);
    assert.deepEqual([body.data.hours[0].succeeded, body.data.hours[0].failed], [0, 1]);
  });

  it('refuses a period that is empty or too long, and an unknown time zone', async () => {
    const stage = await openStage(test);
    for (const query of [
      'since=2026-11-10T09:00:00Z&until=2026-11-10T09:00:00Z',
      'since=2026-10-01T00:00:00Z&until=2026-11-10T00:00:00Z',
      'by=day&since=2025-01-01T00:00:00Z&until=2026-11-10T00:00:00Z',
      'by=week',
      'timeZone=Atlantis',
      'since=2999-01-01T00:00:00Z',
    ]) {
      await stage.ask('GET', `${PATH}?${query}`, 422);
    }
  });

  it('shows a tenant its own attempts only, and needs the scope read:webhooks', async () => {
    await withAttempts(['2026-11-10T10:00:00Z']);
    const other = await newTenant(test);
    const url = `${PATH}?since=2026-11-10T00:00:00Z&until=2026-11-11T00:00:00Z`;
    const { body } = await test.call('GET', url, { token: await other.keyWith('read:webhooks') });
    assert.equal(body.data.totals.attempts, 0);
    assert.equal((await test.call('GET', url, { token: await other.keyWith('read:crm') })).status, 403);
  });
});
