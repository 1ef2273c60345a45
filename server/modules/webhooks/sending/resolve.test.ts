import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import { startNameServer } from '#kernel/testing/name-server.ts';
import { selfSigned } from '../testing/certificate.ts';
import { PRODUCTION, sender, tlsReceiver } from '../testing/receivers.ts';
import { parseHosts } from './hosts-file.ts';
import { createResolve } from './resolve.ts';
import { createSystemLookup } from './system-lookup.ts';

async function open(t: TestContext) {
  const names = await startNameServer();
  t.after(() => names.close());
  names.addresses.set('hook.works.example', '127.0.0.1');
  const lookups: string[] = [];
  const system = async (name: string) => {
    lookups.push(name);
    throw Object.assign(new Error(), { code: 'ENOTFOUND' });
  };
  return { names, lookups, resolve: createResolve([names.address], system) };
}

test("one tenant's hundred names that never resolve delay neither another tenant's first delivery nor the threads of look-ups", async (t) => {
  const { resolve, lookups, names } = await open(t);
  const certificate = selfSigned(['hook.works.example']);
  setDefaultCACertificates([certificate.cert]);
  const receiver = await tlsReceiver(t, certificate, (socket) => void socket.end('HTTP/1.1 204 No\r\n\r\n'));
  const { post } = sender(t, { resolve });
  const hanging = Array.from({ length: 100 }, (_, n) =>
    post(`https://n${n}.hangs.example/`, undefined, 'flood'),
  );
  while (names.asked.length < 200) await sleep(5);
  const result = await post(`https://hook.works.example:${receiver.port}/`);
  assert.equal(result.outcome, 'success', result.message);
  assert.equal(result.address, '127.0.0.1');
  assert.ok(result.timings.dnsMs! < 1_000, `${result.timings.dnsMs} ms`);
  const before = performance.now();
  await lookup('localhost');
  assert.ok(performance.now() - before < 1_000);
  for (const { failure, message } of await Promise.all(hanging)) {
    assert.equal(failure, 'timeout');
    assert.equal(message, "The receiver's name was not resolved in time.");
  }
  assert.deepEqual(lookups, []);
});

test('a name in DNS that leads to loopback is refused in production', async (t) => {
  const { resolve } = await open(t);
  const { post } = sender(t, { resolve, policy: PRODUCTION });
  assert.equal((await post('https://hook.works.example/')).failure, 'address_refused');
});

test('the failure of a name is kept for a moment, for its tenant alone', async (t) => {
  const { resolve, names, lookups } = await open(t);
  const { post } = sender(t, { resolve });
  for (const tenantId of ['flood', 'flood', 'shop']) {
    const result = await post('https://unknown.example/', undefined, tenantId);
    assert.equal(result.message, "The receiver's name does not exist in DNS.");
  }
  assert.equal(names.asked.length, 4);
  assert.equal(lookups.length, 2);
});

test('a name that only the system knows is found by it', async (t) => {
  const { names } = await open(t);
  const known = [{ address: '10.1.2.3', family: 4 }];
  const resolve = createResolve(
    [names.address],
    createSystemLookup(async () => known),
  );
  assert.deepEqual(await resolve('receiver.svc', 'shop'), known);
  const isLoopback = ({ address }: { address: string }) => ['127.0.0.1', '::1'].includes(address);
  for (const name of ['localhost', 'LOCALHOST.', 'hooks.localhost']) {
    const found = await resolve(name, 'shop');
    assert.ok(found.length > 0 && found.every(isLoopback), name);
  }
});

test('a server that never answers for IPv6 delays an answer by half a second, also the one that there is no such name', async (t) => {
  const { resolve, names, lookups } = await open(t);
  names.addresses.set('hook.four.example', '127.0.0.1');
  const began = performance.now();
  const [found] = await Promise.all([
    resolve('hook.four.example', 'shop'),
    assert.rejects(resolve('unknown.four.example', 'shop'), { code: 'ENOTFOUND' }),
  ]);
  assert.deepEqual(found, [{ address: '127.0.0.1', family: 4 }]);
  assert.deepEqual(lookups, ['unknown.four.example']);
  assert.ok(performance.now() - began < 5_000);
});

test('a tenant whose name makes the system slow waits, and the look-ups of others go on', async () => {
  const missing = new Error('not found');
  const begun: string[] = [];
  const ask = async (name: string) => {
    begun.push(name);
    await sleep(name.startsWith('slow') ? 60 : 0);
    return [];
  };
  const find = createSystemLookup(ask, 50);
  const slow = Array.from({ length: 30 }, (_, n) => find(`slow-${n}`, 'flood', missing));
  const others = [find('one', 'shop', missing), find('two', 'store', missing)];
  const refused = (await Promise.allSettled(slow)).filter(({ status }) => status === 'rejected');
  await Promise.all(others);
  assert.deepEqual(begun, ['slow-0', 'one', 'two']);
  assert.equal(refused.length, 29);
  await assert.rejects(find('again', 'flood', missing), missing);
});

test('the file of hosts is read with its aliases, families and comments', () => {
  const names = parseHosts(
    '127.0.0.1 localhost\n::1\tlocalhost ip6 # ip7\n# 10.0.0.1 none\n10.0.0.2 One one.example\n',
  );
  assert.deepEqual(Object.fromEntries(names), {
    localhost: [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ],
    ip6: [{ address: '::1', family: 6 }],
    one: [{ address: '10.0.0.2', family: 4 }],
    'one.example': [{ address: '10.0.0.2', family: 4 }],
  });
});
