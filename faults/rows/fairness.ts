/**
 * One tenant's trouble does not affect another: a thousand hanging endpoints, names that never resolve, and an event whose consumer
 * always fails.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNameServer } from '#kernel/testing/name-server.ts';
import { selfSigned } from '../../server/modules/webhooks/testing/certificate.ts';
import { bound, compareBeside, openBystander, openHole } from '../bystander.ts';
import { compare } from '../checker.ts';
import { call } from '../client.ts';
import { openInstallation, type Tenant } from '../installation.ts';
import { type Row, type Stage, within } from '../stage.ts';
import { loadTenants, openTenants } from '../tenants.ts';

const ENDPOINTS = 1_000;

const thousandHang: Row = {
  name: "one tenant's thousand endpoints hang",
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api({ WEBHOOK_MAX_SUBSCRIPTIONS: String(ENDPOINTS) });
    await installation.worker();
    const [quick, slow] = [await openBystander(installation), await installation.newTenant()];
    const url = await openHole(stage);
    await each(ENDPOINTS, 8, () =>
      slow.ask('POST', '/v1/webhooks/subscriptions', { name: 'Hangs', url, events: ['redirect.added'] }),
    );
    await compareBeside(installation, quick, async (isOver) => {
      const body = (n: number) => ({ from: `/slow-${n}`, to: '/new' });
      await each(20, 2, (n) =>
        call('POST', `${installation.url}/v1/redirects`, { token: slow.key, body: body(n) }),
      );
      while (!isOver()) await sleep(50);
    });
  },
};

const NAMES = 100;
const FIRST_DELIVERIES = 5;

const namesHang: Row = {
  name: "one tenant's hundred names never resolve",
  async run(stage) {
    const names = await startNameServer();
    stage.cleanUp(() => names.close());
    const receiver = await openTlsReceiver(stage);
    const installation = await openInstallation(stage);
    await installation.api();
    await installation.worker({
      NODE_OPTIONS: `--import ${join(import.meta.dirname, '../name-server.ts')}`,
      NAME_SERVER: names.address,
      NODE_EXTRA_CA_CERTS: receiver.certificate,
    });
    const [quick, slow] = [await installation.newTenant(), await installation.newTenant()];
    const subscribe = (tenant: Tenant, url: string) =>
      tenant.ask('POST', '/v1/webhooks/subscriptions', { name: 'Named', url, events: ['redirect.added'] });
    const add = (tenant: Tenant, from: string) =>
      call('POST', `${installation.url}/v1/redirects`, { token: tenant.key, body: { from, to: '/new' } });
    /** Each is the first delivery to its name, so it needs a look-up and a connection. */
    const slowest = async (kind: string) => {
      const times: number[] = [];
      for (let n = 0; n < FIRST_DELIVERIES; n++) {
        const name = `${kind}-${n}.works.example`;
        names.addresses.set(name, '127.0.0.1');
        const { data } = (await subscribe(quick, `https://${name}:${receiver.port}/`)).body;
        const startedAt = performance.now();
        await add(quick, `/${name}`);
        await within(60, () => receiver.hosts.has(name));
        times.push(performance.now() - startedAt);
        await quick.ask('DELETE', `/v1/webhooks/subscriptions/${data.id}`);
      }
      return Math.round(Math.max(...times));
    };
    await slowest('warm');
    const alone = await slowest('alone');
    await each(NAMES, 8, (n) => subscribe(slow, `https://n${n}.hangs.example/`));
    await add(slow, '/hangs');
    const areAsked = () =>
      new Set(names.asked.filter((name) => name.endsWith('.hangs.example'))).size === NAMES;
    stage.check(`${NAMES} names hang`, await within(30, areAsked));
    const beside = await slowest('beside');
    stage.check(`a first delivery takes ${beside} ms beside them, ${alone} ms alone`, beside <= bound(alone));
    stage.note({ 'first delivery ms': `${alone} → ${beside}` });
  },
};

/** `certificate` is the file of its certificate, `hosts` has the names that it was called by. */
async function openTlsReceiver(stage: Stage) {
  const pair = selfSigned(['*.works.example']);
  const folder = mkdtempSync(join(tmpdir(), 'colonnade-fault-'));
  const certificate = join(folder, 'certificate.pem');
  writeFileSync(certificate, pair.cert);
  const hosts = new Set<string>();
  const server = createServer(pair, (request, response) => {
    hosts.add(request.headers.host!.split(':')[0]!);
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stage.cleanUp(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  });
  return { certificate, hosts, port: (server.address() as AddressInfo).port };
}

async function each(count: number, atOnce: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** kernel/events/dispatcher.test.ts tests the parking after eight tries, four minutes later, with a moved clock. */
const throwing: Row = {
  name: 'a consumer that throws on one event',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    await installation.worker();
    await openTenants(installation);
    const [tenant] = installation.tenants;
    await installation.asOwner((owner) => owner.query(POISON.replace('TENANT', tenant!.id)));
    const load = loadTenants(installation, {
      kinds: ['redirect'],
      count: 100,
      senders: 3,
      tenants: [installation.tenants[1]!],
    });
    const poisoned = loadTenants(installation, {
      kinds: ['redirect'],
      count: 1,
      senders: 1,
      tenants: [tenant!],
    });
    await Promise.all([load.done, poisoned.done]);
    const others = installation.tenants[1]!.inboxes;
    const wentOn = await within(10, () => others.every(({ receipts }) => receipts.length === 100));
    stage.check(`the others go on: ${others.map(({ receipts }) => receipts.length)}`, wentOn);
    const { rows } = await installation.asOwner((owner) =>
      owner.query<{ attempts: number; last_error: string }>('select attempts, last_error from event_queue'),
    );
    const isVisible = rows.length === 1 && rows[0]!.attempts > 0 && /poisoned/.test(rows[0]!.last_error);
    stage.check(`it waits, and says why: ${JSON.stringify(rows)}`, isVisible);
    await installation.asOwner((owner) => owner.query('drop trigger poison on webhook_queue'));
    await compare(installation, [...load.wishes, ...poisoned.wishes]);
  },
};

const POISON = `
  create function poison() returns trigger language plpgsql as $$
  begin
    if new.tenant_id = 'TENANT' then raise exception 'poisoned'; end if;
    return new;
  end $$;
  create trigger poison before insert on webhook_queue for each row execute function poison()`;

export const fairnessRows: Row[] = [thousandHang, namesHang, throwing];
