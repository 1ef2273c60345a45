/** Many requests at once: with one Idempotency-Key, of one tenant, with a revoked key, more than the server can serve. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, call, isEnvelope } from '../client.ts';
import { type Installation, openInstallation, openSiteBehindProxy, type Tenant } from '../installation.ts';
import { freePort } from '../program.ts';
import { type Row, within } from '../stage.ts';

const place = (
  installation: Installation,
  tenant: Tenant,
  options: { key?: string; url?: string; timeoutMs?: number } = {},
) =>
  call('POST', `${options.url ?? installation.url}/v1/crm/orders`, {
    token: tenant.key,
    body: { customerId: tenant.customerId, items: [{ sku: 'TEA', name: 'Tea', unitPrice: 4.5 }] },
    ...options,
  });

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const oneKey: Row = {
  name: '50 parallel posts with one Idempotency-Key',
  smoke: 'usual',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    const tenant = await installation.newTenant();
    const key = `same-${stage.seed}`;
    const answers = await Promise.all(Array.from({ length: 50 }, () => place(installation, tenant, { key })));
    answers.push(await place(installation, tenant, { key }));
    const placed = answers.filter(({ status }) => status === 201);
    const { rows } = await installation.asOwner((owner) =>
      owner.query<{ id: string }>('select id from orders'),
    );
    stage.check(`one order: ${rows.length}`, rows.length === 1);
    stage.check(
      'everyone who got an order got this one',
      placed.every(({ body }) => body.data.id === rows[0]?.id),
    );
    stage.check('all but one were replays', placed.filter(({ replayed }) => !replayed).length === 1);
    const others = answers.filter(
      ({ status, body }) => status !== 201 && body?.error.code !== 'idempotency_in_progress',
    );
    stage.check(
      `others were told that it is in progress: ${others.map(({ status }) => status)}`,
      others.length === 0,
    );
    stage.note({ sent: answers.length, acknowledged: placed.length, stored: rows.length });
  },
};

const oneTenant: Row = {
  name: '50 parallel orders in one tenant',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    const [bystander, busy, ...others] = await Promise.all(
      Array.from({ length: 7 }, () => installation.newTenant()),
    );
    // The same load, once spread over tenants and once in one tenant: only the waiting for locks differs.
    const spread = await medianBeside((n) => others[n % others.length]!);
    const inOne = await medianBeside(() => busy!);
    const { rows } = await installation.asOwner((owner) =>
      owner.query<{ orders: number; numbers: number }>(
        `select count(*)::int as orders, count(distinct order_number)::int as numbers from orders where tenant_id = $1`,
        [busy!.id],
      ),
    );
    const { orders, numbers } = rows[0]!;
    stage.check(`unique numbers: ${numbers} of ${orders}`, numbers === orders && orders > 0);
    stage.check(
      `another tenant is not slowed: ${inOne} ms beside one, ${spread} ms beside many`,
      inOne <= spread * 2,
    );
    stage.note({ stored: orders, 'bystander p50 ms beside many': spread, 'beside one': inOne });

    async function medianBeside(tenantOf: (n: number) => Tenant): Promise<number> {
      let isOver = false;
      const crowd = Array.from({ length: 50 }, async (_, n) => {
        while (!isOver) await place(installation, tenantOf(n));
      });
      const times: number[] = [];
      for (let n = 0; n < 40; n++) times.push((await place(installation, bystander!)).ms);
      isOver = true;
      await Promise.all(crowd);
      return Math.round(median(times));
    }
  },
};

const revoked: Row = {
  name: 'a key revoked during a burst',
  async run(stage) {
    const installation = await openInstallation(stage);
    const urls = [
      (await installation.api()).url,
      (await installation.api({ PORT: String(await freePort()) })).url,
    ];
    const tenant = await installation.newTenant();
    const { data } = (await tenant.ask('POST', '/v1/api-keys', { label: 'burst', scopes: ['read:crm'] }))
      .body;
    const answers: Answer[] = [];
    let isOver = false;
    const burst = Array.from({ length: 16 }, async (_, n) => {
      while (!isOver) answers.push(await call('GET', `${urls[n % 2]}/v1/me`, { token: data.key }));
    });
    await sleep(1_500);
    await tenant.ask('DELETE', `/v1/api-keys/${data.id}`);
    const revokedAt = Date.now();
    await sleep(1_000);
    isOver = true;
    await Promise.all(burst);
    const before = answers.filter(({ status }) => status === 200).length;
    const after = answers.filter(({ startedAt }) => startedAt > revokedAt);
    const late = after.filter(({ status }) => status === 200).length;
    stage.check('it worked before', before > 0);
    stage.check(
      `no request started after the revocation succeeds: ${late} of ${after.length}`,
      late === 0 && after.length > 0,
    );
    stage.note({ 'served before': before, 'refused after': after.length });
  },
};

/** The delay of a database round trip. It is the bottleneck, so that client and server do not compete for the processor. */
const ROUND_TRIP_MS = 25;

const overload: Row = {
  name: 'overload at five times capacity',
  async run(stage) {
    const { installation, proxy } = await openSiteBehindProxy(stage);
    await installation.api({ DATABASE_CONNECTIONS: '4' });
    const tenants = await Promise.all(Array.from({ length: 8 }, () => installation.newTenant()));
    const placeOne = (timeoutMs = 20_000) => place(installation, stage.random.oneOf(tenants), { timeoutMs });
    await placeOne();
    proxy.delay(ROUND_TRIP_MS);
    const capacity = await closedLoop(40, 4_000);
    const answers = await openLoop(capacity * 5, 6_000);
    const served = answers.filter(({ status }) => status === 201).length / 6;
    const refused = answers.filter(({ status }) => status !== 201);
    const wrong = refused.filter((answer) => ![429, 503].includes(answer.status) || !isEnvelope(answer));
    const times = refused.map(({ ms }) => Math.round(ms)).toSorted((a, b) => a - b);
    const slow = times[Math.floor(times.length * 0.99)] ?? 0;
    const began = performance.now();
    const recovered = await within(5, async () => {
      const answer = await placeOne();
      return answer.status === 201 && answer.ms < 500;
    });
    stage.check(
      `served ${Math.round(served)}/s of a capacity of ${Math.round(capacity)}/s`,
      served >= capacity * 0.8,
    );
    stage.check(
      `the rest got 429 or 503: ${wrong.map(({ status }) => status).slice(0, 5)}`,
      wrong.length === 0,
    );
    stage.check(`at once, 99 of 100 within ${slow} ms`, slow < 1_000);
    stage.check('it recovers within 5 s', recovered);
    stage.note({
      ...{
        'capacity/s': Math.round(capacity),
        'offered/s': Math.round(capacity * 5),
        'served/s': Math.round(served),
      },
      ...{ refused: refused.length, 'refusal p99 ms': slow },
      'recovered after ms': Math.round(performance.now() - began),
    });

    async function closedLoop(clients: number, ms: number): Promise<number> {
      let done = 0;
      const end = Date.now() + ms;
      const one = async () => {
        while (Date.now() < end) if ((await placeOne()).status === 201) done += 1;
      };
      await Promise.all(Array.from({ length: clients }, one));
      return (done * 1000) / ms;
    }

    async function openLoop(perSecond: number, ms: number): Promise<Answer[]> {
      const under: Promise<Answer>[] = [];
      const start = performance.now();
      for (let elapsed = 0; elapsed < ms; elapsed = performance.now() - start) {
        while (under.length < (elapsed / 1000) * perSecond) under.push(placeOne(30_000));
        await sleep(5);
      }
      return Promise.all(under);
    }
  },
};

export const requestRows: Row[] = [oneKey, oneTenant, revoked, overload];
