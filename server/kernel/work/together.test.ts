import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import { assertAlone, gathering, isShared, RUN_ALONE, take } from '#kernel/db/sharing.ts';
import { conflict } from '#kernel/errors.ts';
import { newTenant, useApp } from '../../testing.ts';
import { createReadingTogether, createTogether, PLACES, type Step, type Together } from './together.ts';

const test = await useApp();
const { db } = test;
const kernel = { db, clock: test.now };
const together = createTogether(kernel, { name: 'test', most: 64, waiting: 500 });

const lists: number[] = [];
const addCustomer = gathering(async (tx, names: string[]) => {
  lists.push(names.length);
  const { rows } = await tx.query<{ transaction: string }>(
    `with added as (
       insert into customers (tenant_id, id, name, created_at, updated_at)
       select current_tenant(), gen_random_uuid(), name, now(), now() from unnest($1::text[]) as n (name))
     select txid_current()::text as transaction`,
    [names],
  );
  return names.map(() => rows[0]!.transaction);
});

const customersOf = async (tenantId: string) => {
  const { rows } = await db.inTenant(tenantId, (tx) => tx.query('select name from customers order by name'));
  return rows.map((row) => row.name);
};

const adding =
  (name: string, before: (tx: Tx) => void = () => {}): Step<string> =>
  async (tx) => {
    before(tx);
    return () => addCustomer(tx, name);
  };

const atOnce = <T>(tenantId: string, steps: Step<T>[]) =>
  Promise.allSettled(steps.map((step) => together(tenantId, step)));

describe('calls of one tenant that arrive together', () => {
  it('share one transaction and one statement', async () => {
    const { id } = await newTenant(test);
    lists.length = 0;
    const outcomes = await atOnce(id, [adding('A'), ...Array.from({ length: 9 }, (_, n) => adding(`B${n}`))]);
    const transactions = outcomes.map((each) => (each as PromiseFulfilledResult<string>).value);
    assert.equal(new Set(transactions).size, lists.length);
    assert.ok(lists.length <= 2, `${lists} customers were added in turn`);
    assert.equal((await customersOf(id)).length, 10);
  });

  it('do not harm each other when one is refused before it writes', async () => {
    const { id } = await newTenant(test);
    const refused = adding('Refused', () => {
      throw conflict('No.');
    });
    const outcomes = await atOnce(id, [adding('A'), adding('B'), refused, adding('C')]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(await customersOf(id), ['A', 'B', 'C']);
  });

  it('are each done once when one fails after it wrote', async () => {
    const { id } = await newTenant(test);
    const failing: Step<string> = async (tx) => async () => {
      await addCustomer(tx, 'Nobody');
      throw conflict('Too late.');
    };
    const broken: Step<string> = async (tx) => async () => {
      await tx.query('select 1 / 0');
      return '';
    };
    const outcomes = await atOnce(id, [adding('A'), adding('B'), failing, adding('C'), broken]);
    assert.deepEqual(
      outcomes.map((each) => (each.status === 'rejected' ? each.reason.message : 'done')),
      ['done', 'done', 'Too late.', 'done', 'division by zero'],
    );
    assert.deepEqual(await customersOf(id), ['A', 'B', 'C']);
  });

  it('do not wait for one that must run alone, nor for each other’s rows', async () => {
    const { id } = await newTenant(test);
    const seen: boolean[] = [];
    const needsOwn = adding('Alone', (tx) => {
      assertAlone(tx);
      seen.push(isShared(tx));
    });
    const sameRow = (name: string) =>
      adding(name, (tx) => {
        if (isShared(tx) && !take(tx, 'row')) throw RUN_ALONE;
      });
    const outcomes = await atOnce(id, [adding('A'), needsOwn, sameRow('B'), sameRow('C'), adding('D')]);
    assert.ok(outcomes.every(({ status }) => status === 'fulfilled'));
    assert.deepEqual(seen, [false]);
    assert.deepEqual(await customersOf(id), ['A', 'Alone', 'B', 'C', 'D']);
  });

  it('read together, and a refusal or a failure is of one call', async () => {
    const { id } = await newTenant(test);
    const read = createReadingTogether(kernel, { name: 'test reads', most: 64, waiting: 500 });
    const count = async (tx: Tx) => (await tx.query('select from customers')).rowCount;
    const outcomes = await Promise.allSettled([
      read(id, count),
      read(id, count),
      read(id, async () => {
        throw conflict('No.');
      }),
      read(id, (tx) => tx.query('select 1 / 0')),
      read(id, count),
    ]);
    assert.deepEqual(
      outcomes.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message)),
      [0, 0, 'No.', 'division by zero', 0],
    );
  });

  it('of several queues leave processors to another tenant that is active', async () => {
    const [flooding, present] = [await newTenant(test), await newTenant(test)];
    const options = { most: 64, waiting: 500 };
    const queues = Array.from({ length: PLACES + 1 }, (_, n) => {
      const [write, read] = [createTogether, createReadingTogether].map((create) =>
        create(kernel, { name: `queue ${n}`, ...options }),
      ) as [Together, ReturnType<typeof createReadingTogether>];
      return { write, read };
    });
    const under = new Set<Tx>();
    let most = 0;
    const work = async (tx: Tx) => {
      if (!isShared(tx)) return;
      under.add(tx);
      most = Math.max(most, under.size);
      await tx.query('select pg_sleep(0.01)');
      under.delete(tx);
    };
    for (const { write, read } of queues) {
      for (const { id } of [present, flooding]) {
        await write(id, async () => async () => {});
        await read(id, async () => {});
      }
    }
    await Promise.all(
      queues.flatMap(({ write, read }) =>
        Array.from({ length: 12 }, () => [
          write(flooding.id, async (tx) => () => work(tx)),
          read(flooding.id, work),
        ]).flat(),
      ),
    );
    assert.equal(most, PLACES);
  });
});
