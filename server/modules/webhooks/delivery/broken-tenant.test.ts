/** The loops of webhooks beside a tenant whose own work always fails. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { addEvents, minutesAgo, openStage, type Stage, startWork } from '../testing/stage.ts';
import { disableRound } from './disabling.worker.ts';

const DAY = 86_400_000;
const test = await useApp();
// Loops that begin with the first tenant begin with the broken one.
const [broken, other] = [await openStage(test), await openStage(test)].sort((one, two) =>
  one.tenant.id < two.tenant.id ? -1 : 1,
) as [Stage, Stage];
const both = [broken, other];

/** Inserts into the table fail for the broken tenant. */
async function breakInserts(t: TestContext, table: string) {
  const owner = await connectAsOwner(test.database);
  t.after(() =>
    owner.query(`drop trigger broken on ${table}; drop function broken`).finally(() => owner.end()),
  );
  await owner.query(`
    create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger broken before insert on ${table} for each row when (new.tenant_id = '${broken.tenant.id}')
      execute function broken()`);
  return owner;
}

const noticesOf = async (stage: Stage) => (await stage.ask('GET', '/v1/notices', 200)).body.data as unknown[];

describe('a tenant whose work always fails', () => {
  it("keeps no other tenant's warnings waiting, however many it has", async (t) => {
    const owner = await breakInserts(t, 'notices');
    const made: string[] = [];
    for (let n = 0; n < 60; n++) made.push((await broken.subscribe()).id);
    made.push((await other.subscribe()).id);
    await owner.query(
      `insert into webhook_warnings (tenant_id, subscription_id, kind, noted_at, since)
       select tenant_id, id, 'failing', created_at, created_at from webhook_subscriptions where id = any ($1)`,
      [made],
    );
    startWork(test, t);
    await eventually('the other is told', async () => (await noticesOf(other)).length === 1);
    assert.equal((await noticesOf(broken)).length, 0);
  });

  it("keeps no other tenant's replays waiting", async (t) => {
    await breakInserts(t, 'webhook_queue');
    const replays: string[] = [];
    for (const stage of both) {
      await addEvents(test, stage.tenant, minutesAgo(test, 30));
      const { id } = await stage.subscribe({ events: ['redirect.added'] });
      const span = {
        since: minutesAgo(test, 40)[0]!.toISOString(),
        until: minutesAgo(test, 20)[0]!.toISOString(),
      };
      const { body } = await stage.ask('POST', `/v1/webhooks/subscriptions/${id}/replay`, 202, span);
      replays.push(body.data.id);
    }
    startWork(test, t);
    const stateOf = async (stage: Stage, id: string) =>
      (await stage.ask('GET', `/v1/webhooks/replays/${id}`, 200)).body.data;
    await eventually('the other is done', async () => (await stateOf(other, replays[1]!)).state === 'done');
    assert.equal((await stateOf(broken, replays[0]!)).state, 'running');
  });

  it("keeps no other tenant's failing subscriptions from being paused", async (t) => {
    const owner = await breakInserts(t, 'notices');
    const failing: string[] = [];
    for (const [n, stage] of both.entries()) {
      const { id } = await stage.subscribe();
      failing.push(id);
      // The broken one has failed for longer.
      await owner.query('update webhook_subscriptions set failing_since = $2 where id = $1', [
        id,
        new Date(test.now().getTime() - (7 - n) * DAY),
      ]);
      await owner.query(
        `insert into webhook_attempt_counts (tenant_id, subscription_id, hour, succeeded, failed)
         select $1, $2, date_trunc('hour', $3::timestamptz) - n * interval '1 day', 0, 3 from generate_series(0, 4) n`,
        [stage.tenant.id, id, test.now()],
      );
    }
    await disableRound(test.kernel, 5);
    const actives = await Promise.all(
      both.map(
        async (stage, n) =>
          (await stage.ask('GET', `/v1/webhooks/subscriptions/${failing[n]}`, 200)).body.data.active,
      ),
    );
    assert.deepEqual(actives, [true, false]);
  });

  it("keeps no other tenant's pauses waiting, and fills no log", async (t) => {
    const owner = await connectAsOwner(test.database);
    t.after(() =>
      owner
        .query('drop trigger broken on webhook_sweeps; drop function broken; delete from webhook_sweeps')
        .finally(() => owner.end()),
    );
    await owner.query(`
      alter table webhook_sweeps no force row level security;
      create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger broken before delete on webhook_sweeps for each row when (old.tenant_id = '${broken.tenant.id}')
        execute function broken()`);
    const { log } = test.kernel;
    const { warn } = log;
    let lines = 0;
    log.warn = () => {
      lines += 1;
    };
    t.after(() => {
      log.warn = warn;
    });
    for (const { tenant } of both) {
      await owner.query('insert into webhook_sweeps values ($1, gen_random_uuid(), null, $2)', [
        tenant.id,
        test.now(),
      ]);
    }
    const left = async () => (await owner.query('select tenant_id as id from webhook_sweeps')).rows;
    startWork(test, t);
    await eventually('the other is swept', async () => (await left()).length === 1);
    assert.deepEqual(await left(), [{ id: broken.tenant.id }]);
    await sleep(3_000);
    assert.ok(lines > 0 && lines <= 5, `${lines} lines`);
  });
});
