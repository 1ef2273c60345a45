import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppError } from '#kernel/errors.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { addPerson, refresh, signIn } from '../../modules/access/testing/people.ts';
import { type Answer, newTenant, useApp } from '../../testing.ts';
import { assertFailure } from '../http/testing/failure.ts';
import { connectAsOwner } from './migrate.ts';
import { createPoolAdmission } from './pool-admission.ts';

/** Ten connections, of which a tenant may use three, and more while three are free. */
const test = await useApp({ REQUESTS_AT_ONCE_PER_KEY: '40' });
const [flooder, bystander] = [await newTenant(test), await newTenant(test)];
await bystander.customer();

/** The customer stays locked meanwhile, as during the merge of one with very many orders. */
async function whileLocked(customerId: string, work: () => Promise<void>): Promise<void> {
  const owner = await connectAsOwner(test.database);
  try {
    await owner.query('begin');
    await owner.query('select from customers where id = $1 for update', [customerId]);
    await work();
  } finally {
    await owner.end();
  }
}

const patch = (customerId: string, token = flooder.key) =>
  test.call('PATCH', `/v1/crm/customers/${customerId}`, { token, body: { notes: 'again' } });
const list = (token: string) => test.call('GET', '/v1/crm/customers', { token });

describe('a tenant whose changes wait for each other', () => {
  it("does not use the others' connections, and gets an error within seconds", async () => {
    const customerId = await flooder.customer();
    await whileLocked(customerId, async () => {
      const began = performance.now();
      const patches = Promise.all(Array.from({ length: 30 }, () => patch(customerId)));
      await sleep(100);
      for (let n = 0; n < 5; n++) {
        const asked = performance.now();
        assert.equal((await list(bystander.key)).status, 200);
        assert.ok(performance.now() - asked < 2_000, `waited ${performance.now() - asked} ms`);
      }
      const answers = await patches;
      assert.ok(performance.now() - began < 20_000, `answered after ${performance.now() - began} ms`);
      for (const answer of answers) {
        assert.ok([429, 503].includes(answer.status), `${answer.status}`);
        assert.ok(Number(answer.headers['retry-after']) >= 1);
      }
      const told = answers.find(({ status }) => status === 503)!;
      assertFailure(told, 503, 'unavailable');
      assert.match(told.body.error.message, /^Another request is changing this record/);
    });
    assert.equal((await patch(customerId)).status, 200);
  });

  it('has its other changes made meanwhile, also in company', async () => {
    const [customerId, other] = [await flooder.customer(), await flooder.customer()];
    await whileLocked(customerId, async () => {
      let isOver = false;
      // Two clients that try again and again; one of them always waits.
      const trying = [0, 1_000].map(async (late) => {
        await sleep(late);
        while (!isOver) await patch(customerId);
      });
      try {
        await sleep(4_500);
        assert.equal((await list(bystander.key)).status, 200);
        for (let n = 0; n < 5; n++) {
          const asked = performance.now();
          assert.equal((await patch(other)).status, 200);
          assert.ok(performance.now() - asked < 1_000, `waited ${performance.now() - asked} ms`);
        }
      } finally {
        isOver = true;
        await Promise.all(trying);
      }
    });
  });

  it('is refused beyond a number of concurrent requests of one key; its other keys and other tenants are not', async () => {
    const customerId = await flooder.customer();
    const other = await flooder.keyWith('read:crm');
    await whileLocked(customerId, async () => {
      const patches = Promise.all(Array.from({ length: 40 }, () => patch(customerId)));
      await sleep(50);
      const refused = await list(flooder.key);
      assertFailure(refused, 429, 'rate_limited');
      assert.match(refused.body.error.message, /^At most 40 requests of one key or sign-in /);
      assert.equal(refused.headers['retry-after'], '1');
      const me = (token: string) => test.call('GET', '/v1/me', { token });
      assert.deepEqual([(await me(other)).status, (await list(bystander.key)).status], [200, 200]);
      await patches;
    });
    assert.equal((await list(flooder.key)).status, 200);
  });

  it('is refused beyond the concurrent requests of two keys, however many keys it has', async () => {
    const customerId = await flooder.customer();
    const keys = [flooder.key, await flooder.keyWith('write:crm'), await flooder.keyWith('write:crm')];
    const patches: Promise<Answer>[] = [];
    await whileLocked(customerId, async () => {
      for (let n = 0; n < 120; n++) patches.push(patch(customerId, keys[n % 3]));
      await refusedAmong(patches, /^At most 80 requests of one tenant /);
      assert.equal((await list(bystander.key)).status, 200);
    });
    await Promise.all(patches);
    assert.equal((await list(flooder.key)).status, 200);
  });

  it('is refused beyond a number of concurrent requests of one session, however many tokens it has', async () => {
    const customerId = await flooder.customer();
    const { token, cookie } = await signIn(test, await addPerson(test, flooder, 'editor'));
    // The time in a token has a resolution of a second.
    test.advance(1_000);
    const tokens = [token, (await refresh(test, cookie)).token];
    assert.notEqual(tokens[0], tokens[1]);
    const patches: Promise<Answer>[] = [];
    await whileLocked(customerId, async () => {
      for (let n = 0; n < 80; n++) patches.push(patch(customerId, tokens[n % 2]));
      await refusedAmong(patches, /^At most 40 requests of one key or sign-in /);
    });
    await Promise.all(patches);
    assert.equal((await list(token)).status, 200);
  });
});

async function refusedAmong(asked: Promise<Answer>[], message: RegExp): Promise<void> {
  const refused = (await Promise.all(asked)).find(({ body }) => message.test(body.error?.message));
  assertFailure(refused!, 429, 'rate_limited');
}

/** A pool of `max` connections, each of which the test releases. */
function pool(max: number, limits = { perTenant: 2, readsPerTenant: 1, reserve: 2 }) {
  const admission = createPoolAdmission(
    { options: { max }, connect: async () => ({ release() {} }) } as never,
    limits,
  );
  const admitted: string[] = [];
  const held = new Map<string, Parameters<typeof admission.release>[0][]>();
  return {
    admitted,
    ask: async (tenantId: string, more: { isPatient?: true; isReading?: true } = {}) => {
      const client = await admission.acquire({ tenantId, ...more });
      admitted.push(tenantId);
      held.set(tenantId, [...(held.get(tenantId) ?? []), client]);
    },
    async end(tenantId: string, waitedMs = 0) {
      admission.release(held.get(tenantId)!.shift()!, { waitedMs });
      await sleep(0);
    },
  };
}

describe('the admission to a pool', () => {
  it('leaves connections to others, however many one tenant asks for', async () => {
    const { admitted, ask } = pool(6);
    for (let n = 0; n < 10; n++) ask('flooder').catch(() => {});
    await sleep(0);
    assert.equal(admitted.length, 4);
    await Promise.all([ask('a'), ask('b')]);
    assert.equal(admitted.length, 6);
  });

  it('gives a tenant its share and no more while another is active, and fewer of them for reads', async () => {
    const { admitted, ask } = pool(10);
    await ask('other');
    admitted.length = 0;
    for (let n = 0; n < 10; n++) ask('flooder').catch(() => {});
    for (let n = 0; n < 10; n++) ask('flooder', { isReading: true }).catch(() => {});
    await sleep(0);
    assert.equal(admitted.length, 3, 'two to change, one to read');
  });

  it('serves waiting tenants in turn, not by arrival', async () => {
    const { admitted, ask, end } = pool(2, { perTenant: 2, readsPerTenant: 1, reserve: 0 });
    for (const tenant of [...Array(6).fill('flooder'), 'a', 'b', 'a']) ask(tenant).catch(() => {});
    await sleep(0);
    admitted.length = 0;
    for (let n = 0; n < 2; n++) await end('flooder');
    await sleep(20);
    await end('a');
    await end('b');
    assert.deepEqual(admitted, ['a', 'b', 'flooder', 'a']);
  });

  it('makes a connection of a tenant that floods in company rest for as long as it was in use', async () => {
    const { admitted, ask, end } = pool(10, { perTenant: 1, readsPerTenant: 1, reserve: 2 });
    await ask('other');
    for (let n = 0; n < 3; n++) ask('flooder').catch(() => {});
    await sleep(60);
    admitted.length = 0;
    await end('flooder');
    assert.deepEqual(admitted, [], 'it rests');
    await ask('newcomer');
    assert.deepEqual(admitted, ['newcomer'], 'others do not wait for that');
    await sleep(80);
    assert.deepEqual(admitted, ['newcomer', 'flooder']);
  });

  it('gives a tenant fewer connections in company the longer its requests work', async () => {
    const atOnceAfter = async (ms: number) => {
      const { admitted, ask, end } = pool(10, { perTenant: 4, readsPerTenant: 4, reserve: 4 });
      // Never idle, so that its mean is remembered.
      await ask('flooder');
      for (let n = 0; n < 30; n++) {
        await ask('flooder');
        const began = performance.now();
        await sleep(ms);
        // A busy machine sleeps longer.
        await end('flooder', performance.now() - began - ms);
      }
      await ask('other');
      admitted.length = 0;
      for (let n = 0; n < 10; n++) ask('flooder').catch(() => {});
      await sleep(0);
      return 1 + admitted.length;
    };
    assert.deepEqual([await atOnceAfter(70), await atOnceAfter(1)], [1, 4]);
  });

  it('makes no connection rest while a tenant is alone', async () => {
    const { admitted, ask, end } = pool(4, { perTenant: 1, readsPerTenant: 1, reserve: 3 });
    for (let n = 0; n < 3; n++) ask('alone').catch(() => {});
    await sleep(60);
    admitted.length = 0;
    await end('alone');
    assert.deepEqual(admitted, ['alone']);
  });

  it('refuses none of a few requests of one tenant because each takes long on a busy machine', async () => {
    const { ask, end } = pool(4);
    await ask('other');
    // Never idle, so that its average time of use is remembered.
    await ask('slow', { isPatient: true });
    for (let n = 0; n < 30; n++) {
      await ask('slow', { isPatient: true });
      await sleep(100);
      await end('slow');
    }
    let isOver = false;
    const all = Promise.all(Array.from({ length: 30 }, () => ask('slow'))).finally(() => {
      isOver = true;
    });
    for (; !isOver; await sleep(5)) await end('slow').catch(() => {});
    await all;
  });

  it('refuses none of a hundred requests of a tenant that is alone, however slow its first ones were', async () => {
    const { ask, end } = pool(16, { perTenant: 4, readsPerTenant: 4, reserve: 4 });
    // Never idle, so that its average time of use is remembered.
    await ask('alone');
    for (let n = 0; n < 20; n++) {
      await ask('alone');
      await sleep(60);
      await end('alone');
    }
    let isOver = false;
    const all = Promise.all(Array.from({ length: 100 }, () => ask('alone'))).finally(() => {
      isOver = true;
    });
    for (; !isOver; await sleep(1)) await end('alone').catch(() => {});
    await all;
  });

  it('lets requests of a tenant go on beside a long transaction of its background work, and the other way round', async () => {
    const { admitted, ask, end } = pool(10, { perTenant: 3, readsPerTenant: 1, reserve: 3 });
    // Never idle, so that its mean is remembered.
    await ask('slow');
    for (let n = 0; n < 15; n++) {
      await ask('slow');
      await sleep(100);
      await end('slow');
    }
    await ask('slow', { isPatient: true });
    await end('slow');
    await ask('other');
    admitted.length = 0;
    for (const more of [{}, { isPatient: true }] as const) ask('slow', more).catch(() => {});
    await sleep(0);
    assert.deepEqual(admitted, ['slow', 'slow']);
  });

  it('lets background work of a tenant take turns with its requests, however many of those wait', async () => {
    const { ask, end } = pool(4, { perTenant: 1, readsPerTenant: 1, reserve: 2 });
    await ask('other');
    await ask('slow');
    const order: string[] = [];
    const wait = (name: string, more = {}) => ask('slow', more).then(() => order.push(name));
    const asked = Array.from({ length: 20 }, (_, n) => wait(`request ${n}`));
    for (const name of ['work', 'more work']) asked.push(wait(name, { isPatient: true }));
    for (let n = 0; n < 4; n++) {
      await end('slow');
      await eventually('the next is admitted', () => order.length === n + 1);
    }
    assert.deepEqual(order, ['request 0', 'work', 'request 1', 'more work']);
    for (let n = 4; n < asked.length; n++) {
      await end('slow');
      await eventually('the next is admitted', () => order.length === n + 1);
    }
    assert.deepEqual(
      order.slice(4),
      Array.from({ length: 18 }, (_, n) => `request ${n + 2}`),
    );
  });

  it('refuses the tenant whose own queue is long, and no other', async () => {
    const { ask, end } = pool(4);
    // Never idle, so that its average time of use is remembered.
    await ask('slow');
    for (let n = 0; n < 30; n++) {
      await ask('slow');
      await sleep(20);
      await end('slow');
    }
    const asked = Array.from({ length: 240 }, () => ask('slow'));
    for (const each of asked) each.catch(() => {});
    const late = asked.splice(200);
    for (const each of await Promise.allSettled(late)) {
      assert.ok(each.status === 'rejected' && (each.reason as AppError).code === 'rate_limited');
    }
    await Promise.all([ask('quick'), ask('quick')]);
    asked.push(ask('slow', { isPatient: true }));
    let isOver = false;
    const outcomes = Promise.allSettled(asked).finally(() => {
      isOver = true;
    });
    for (; !isOver; await sleep(5)) await end('slow').catch(() => {});
    assert.equal((await outcomes).at(-1)!.status, 'fulfilled', 'the patient one had its turn');
  });
});
