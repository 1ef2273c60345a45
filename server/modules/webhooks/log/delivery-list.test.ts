import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { addEvents, addFinished, minutesAgo, openStage, type PastEvent } from '../testing/stage.ts';
import { listDeliveries, MAX_ROWS_SCANNED } from './delivery-list.sql.ts';

const PATH = '/v1/webhooks/deliveries';
const test = await useApp();
const stage = await openStage(test);
const { tenant } = stage;
const read = async (query: string) => (await stage.ask('GET', `${PATH}?limit=100&${query}`, 200)).body;
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

type Last = { status?: string; code: number | null; failure?: string | null; answer?: string };

/** A finished delivery of a new event, with its last attempt. */
async function finish(subscriptionId: string, last: Last, event?: PastEvent): Promise<string> {
  const { status = 'failed', code, failure = 'status', answer = '' } = last;
  const events = event === undefined ? await addEvents(test, tenant, minutesAgo(test, 5)) : [event];
  const [id] = await addFinished(test, tenant, subscriptionId, events, status);
  await test.db.acrossTenants((tx) =>
    tx.query(
      `update webhook_deliveries set started_at = now(), duration_ms = 1, status_code = $3, failure = $4,
         message = 'The receiver answered', timings = '{}', answer_headers = '{}', answer_body = $5
       where tenant_id = $1 and id = $2`,
      [tenant.id, id, code, failure, answer],
    ),
  );
  return id!;
}

/** A delivery that waits for its second attempt. */
async function wait(subscriptionId: string, code: number | null, failure: string): Promise<string> {
  const [event] = await addEvents(test, tenant, minutesAgo(test, 5));
  const values = [tenant.id, event!.id, event!.at, subscriptionId];
  return test.db.acrossTenants(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `insert into webhook_queue
         (tenant_id, id, at, event_id, subscription_id, event_type, cause, state, attempts, next_at, created_at)
       values ($1, delivery_id($2, $4, $2), $3, $2, $4, 'redirect.added', 'event', 'waiting', 1, now() + '1 hour', $3)
       returning id`,
      values,
    );
    await tx.query(
      `insert into webhook_attempts (tenant_id, delivery_id, at, attempt, started_at, duration_ms, status_code, failure,
         message, timings, answer_headers, answer_body)
       values ($1, $2, $3, 1, now(), 1, $4, $5, 'It failed', '{}', '{}', 'waiting room')`,
      [tenant.id, rows[0]!.id, event!.at, code, failure],
    );
    return rows[0]!.id;
  });
}

describe('GET /v1/webhooks/deliveries', () => {
  it('filters by the status code and the failure of the last attempt, of open deliveries too', async () => {
    const { id } = await stage.subscribe();
    const delivered = await finish(id, { status: 'delivered', code: 204, failure: null });
    const notFound = await finish(id, { code: 404 });
    const broken = await finish(id, { code: 503 });
    const silent = await finish(id, { code: null, failure: 'timeout' });
    const cancelled = await finish(id, { status: 'cancelled', code: 500 });
    const [untried] = await addFinished(
      test,
      tenant,
      id,
      await addEvents(test, tenant, minutesAgo(test, 5)),
      'cancelled',
    );
    const waiting = await wait(id, 502, 'status');
    const unheard = await wait(id, null, 'dns');
    const expected: Record<string, string[]> = {
      'statusCode=404': [notFound],
      'statusCode=5xx': [broken, cancelled, waiting],
      'statusCode=5xx&status=failed': [broken],
      'statusCode=5xx&status=pending': [waiting],
      'statusCode=5xx&status=delivered': [],
      'statusCode=2xx': [delivered],
      'statusCode=204&status=delivered': [delivered],
      'statusCode=none': [silent, unheard],
      'failure=dns': [unheard],
      'failure=timeout': [silent],
      'failure=status&statusCode=4xx': [notFound],
      'failure=tls': [],
    };
    for (const [query, ids] of Object.entries(expected)) {
      const { data, pagination } = await read(`subscriptionId=${id}&${query}`);
      assert.deepEqual(idsOf(data).sort(), ids.sort(), query);
      assert.equal(pagination.hasMore, false);
    }
    const { data } = await read(`subscriptionId=${id}`);
    assert.equal(data.length, 8);
    assert.equal(data.find((row: { id: string }) => row.id === untried).lastAttempt, null);
  });

  it('finds all deliveries of an event, to each subscription and for each cause', async () => {
    const [one, two] = [await stage.subscribe(), await stage.subscribe()];
    const [event, other] = await addEvents(test, tenant, minutesAgo(test, 3, 2));
    const [delivered] = await addFinished(test, tenant, one.id, [event!]);
    const [failed] = await addFinished(test, tenant, two.id, [event!], 'failed');
    await addFinished(test, tenant, one.id, [other!]);
    const { body } = await stage.ask('POST', `${PATH}/${delivered}/resend`, 202);
    const ids = [delivered, failed, body.data.id];
    assert.deepEqual(idsOf((await read(`eventId=${event!.id}`)).data).sort(), ids.sort());
    assert.deepEqual(idsOf((await read(`eventId=${event!.id}&status=failed`)).data), [failed]);
    assert.deepEqual((await read(`eventId=${crypto.randomUUID()}`)).data, []);
  });

  it("finds a part of the event's data, the answer or the message, in any case", async () => {
    const { id } = await stage.subscribe();
    const from = `/Caf\u00e9-"quoted"-${crypto.randomUUID()}`;
    const { body } = await test.call('POST', '/v1/redirects', {
      token: tenant.key,
      body: { from, to: '/new' },
    });
    assert.equal(body.success, true);
    const { rows } = await test.db.inTenant(tenant.id, (tx) =>
      tx.query<PastEvent>(
        `select id, created_at as at from events where type = 'redirect.added' and data ->> 'from' = $1`,
        [body.data.from],
      ),
    );
    const [about] = await addFinished(test, tenant, id, rows);
    const answered = await finish(id, { code: 500, answer: 'Out of MEMORY at 100 %' });
    const waiting = await wait(id, 500, 'status');
    const search = async (q: string) =>
      idsOf((await read(`subscriptionId=${id}&q=${encodeURIComponent(q)}`)).data);
    assert.deepEqual(await search(from.slice(1, 12).toLowerCase()), [about]);
    assert.deepEqual(await search('out of memory'), [answered]);
    assert.deepEqual(await search('100 %'), [answered]);
    assert.deepEqual(await search('waiting room'), [waiting]);
    assert.deepEqual(await search('receiver answered'), [answered]);
    assert.deepEqual(await search('nowhere'), []);
  });

  it('lists the oldest first on request, in pages without gaps or duplicates', async () => {
    const { id } = await stage.subscribe();
    const events = await addEvents(test, tenant, minutesAgo(test, 9, 8, 7, 6, 5));
    await addFinished(test, tenant, id, events);
    await stage.ask('POST', `/v1/webhooks/subscriptions/${id}/test`, 202, { event: 'redirect.added' });
    const newest = idsOf((await read(`subscriptionId=${id}`)).data);
    assert.equal(newest.length, 6);
    for (const [order, expected] of [
      ['asc', newest.toReversed()],
      ['desc', newest],
    ] as const) {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await stage.ask(
          'GET',
          `${PATH}?limit=2&subscriptionId=${id}&order=${order}${cursor && `&cursor=${cursor}`}`,
          200,
        );
        found.push(...idsOf(body.data));
        cursor = body.pagination.nextCursor;
      }
      assert.deepEqual(found, expected);
    }
  });

  it('goes on behind the rows that one request scans, in both orders, and misses no match of either table', async () => {
    const { id } = await stage.subscribe();
    const first = await finish(id, { code: 200, failure: null, status: 'delivered', answer: 'waiting room' });
    const early = await wait(id, 418, 'status');
    const events = await addEvents(
      test,
      tenant,
      Array(MAX_ROWS_SCANNED.text + 5).fill(minutesAgo(test, 5)[0]),
    );
    await addFinished(test, tenant, id, events);
    const last = await finish(id, { code: 200, failure: null, status: 'delivered', answer: 'waiting room' });
    for (const [order, expected] of [
      ['desc', [last, early, first]],
      ['asc', [first, early, last]],
    ] as const) {
      const found: string[] = [];
      let pages = 0;
      for (let cursor: string | null = ''; cursor !== null; pages++) {
        const { data, pagination }: { data: { id: string }[]; pagination: { nextCursor: string | null } } =
          await read(`subscriptionId=${id}&q=waiting%20room&order=${order}${cursor && `&cursor=${cursor}`}`);
        found.push(...idsOf(data));
        cursor = pagination.nextCursor;
      }
      assert.deepEqual(found, expected, order);
      assert.equal(pages, 2);
    }
  });

  it('reads nothing for filters that exclude each other', async () => {
    const answer = await listDeliveries(
      null as never,
      { status: 'delivered', failure: 'dns' },
      {
        order: 'desc',
        limit: 25,
        after: null,
      },
    );
    assert.deepEqual(answer, { rows: [], reached: null });
  });

  it('refuses an invalid code, failure, order or text', async () => {
    for (const query of [
      'statusCode=6xx',
      'statusCode=20',
      'failure=broken',
      'order=up',
      'q=',
      'q=%00',
      'eventId=1',
    ]) {
      await stage.ask('GET', `${PATH}?${query}`, 422);
    }
  });
});
