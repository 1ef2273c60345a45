/** The package as npm installs it: its content and size, on every Node here, in strict TypeScript, and the samples of its README. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createDemo } from '../server/commands/demo/demo.ts';
import { fillDemoShop } from '../server/commands/demo/shop.ts';
import { png } from '../server/modules/media/testing/images.ts';
import { useApp } from '../server/testing.ts';
import { findNodes, installPackage, run, samplesOf, typescript } from './testing/installed.ts';
import { STRICT } from './testing/programs.ts';

const test = await useApp();
const demo = await createDemo(test.kernel);
await test.app.listen({ host: '127.0.0.1', port: 0 });
const url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
const shop = await fillDemoShop(test.app, demo, url);
const installed = await installPackage();
const { folder, files, write, link } = installed;
const nodes = await findNodes();
for (const name of ['@types/node', 'undici-types', '@nats-io/jetstream', '@nats-io/transport-node'])
  link(name);
const DIST = join(folder, 'node_modules/@colonnade/sdk/dist');
const README = join(import.meta.dirname, 'README.md');
const env = {
  ...process.env,
  COLONNADE_URL: url,
  COLONNADE_KEY: demo.key,
  STOREFRONT_KEY: shop.key,
};
const MOST_CORE_BYTES = 20_000;
/** Types of all operations, with their descriptions, are most of the file. */
const MOST_PACKED_BYTES = 70_000;

/** The files that an entry loads, in node_modules of the project. */
function filesOf(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  const text = readFileSync(join(DIST, entry), 'utf8');
  for (const [, next] of text.matchAll(/(?:from |import\()['"]\.\/([\w-]+\.js)['"]/g)) filesOf(next!, found);
  return found;
}
const packedSize = (entry: string) => {
  const texts = [...filesOf(entry)].map((name) => readFileSync(join(DIST, name)));
  return gzipSync(Buffer.concat(texts), { level: 9 }).length;
};

describe('the package', () => {
  it('is installed from the file that its README names', () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));
    assert.ok(readFileSync(README, 'utf8').includes(`/colonnade-sdk-${version}.tgz`));
  });

  it('has code and types of each entry, the README and the licence, and nothing else', () => {
    const modules = [
      'bodies',
      'calling',
      'calls',
      'client',
      'consume',
      'errors',
      'images',
      'forms',
      'operations',
      'retrying',
      'route-table',
    ];
    const built = [...modules, 'storefront', 'storefront-routes', 'webhook'].flatMap((name) => [
      `dist/${name}.d.ts`,
      `dist/${name}.js`,
    ]);
    assert.deepEqual(files, ['LICENSE', 'README.md', ...built, 'package.json'].sort());
  });

  it('installs nothing beside itself', () => {
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    assert.deepEqual(Object.keys(lock.packages), ['', 'node_modules/@colonnade/sdk']);
    assert.ok(existsSync(join(DIST, '../LICENSE')));
  });

  it('has less than 20 kB of code in its core, packed, with the table of all operations, and 70 kB with all types', (t) => {
    const sizes = ['client.js', 'storefront.js', 'webhook.js'].map((name) => [name, packedSize(name)]);
    t.diagnostic(`${JSON.stringify(Object.fromEntries(sizes))}, tarball ${installed.packedBytes}`);
    for (const [name, bytes] of sizes) assert.ok(Number(bytes) < MOST_CORE_BYTES, `${name}: ${bytes}`);
    assert.ok(installed.packedBytes < MOST_PACKED_BYTES, String(installed.packedBytes));
    assert.ok(!filesOf('storefront.js').has('operations.js'), 'a shop carries the storefront routes alone');
  });

  for (const { path, version } of nodes) {
    it(`places an order and verifies a delivery on Node ${version}`, async () => {
      const program = write(
        'order.js',
        `import { createClient } from '@colonnade/sdk';
        import { createStorefront } from '@colonnade/sdk/storefront';
        import { verifyWebhook } from '@colonnade/sdk/webhook';
        import { createHmac } from 'node:crypto';
        const client = createClient({ baseUrl: process.env.COLONNADE_URL + '/', token: process.env.COLONNADE_KEY });
        const { data: customer } = await client.createCustomer({ body: { name: 'Node' } });
        const body = { customerId: customer.id, items: [{ sku: 'A', name: 'A', unitPrice: 3 }] };
        const { data } = await client.createOrder({ body });
        const shop = createStorefront({ baseUrl: process.env.COLONNADE_URL, key: process.env.STOREFRONT_KEY });
        const { data: products } = await shop.listStorefrontProducts();
        const raw = JSON.stringify({ id: 'd', type: 'redirect.added', data: {}, delivered_at: new Date() });
        const signature = createHmac('sha256', 'whsec_c2VjcmV0').update(raw).digest('hex');
        const headers = { 'X-SERVICE-Signature': ['sha256=' + signature] };
        const delivery = await verifyWebhook({ body: raw, headers, secret: 'whsec_c2VjcmV0' });
        console.log(data.total, products.length > 0, delivery.type);`,
      );
      const { stdout } = await run(path, [program], { env, cwd: folder });
      assert.equal(stdout, '3 true redirect.added\n');
    });
  }

  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    it(`type-checks the samples and a strict program with moduleResolution ${moduleResolution}`, async () => {
      write('src/samples.ts', samplesOf(README, 'ts').join('\n'));
      write('src/events.ts', samplesOf(README, 'typescript').join('\n'));
      write('src/strict.ts', STRICT);
      const compilerOptions = {
        ...{ module, moduleResolution, strict: true, exactOptionalPropertyTypes: true, noEmit: true },
        ...{ noUncheckedIndexedAccess: true, target: 'es2023', lib: ['es2023'], types: ['node'] },
      };
      write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
      const { stdout } = await run(process.execPath, [typescript, '-p', folder]).catch((error) => error);
      // The types of NATS do not bear exactOptionalPropertyTypes.
      const errors = String(stdout).match(/^(?!node_modules\/@nats-io\/)\S.*/gm);
      assert.deepEqual(errors, null);
    });
  }

  it('runs the samples of its README', async () => {
    writeFileSync(join(folder, 'harbour.png'), await png(40, 30));
    const call = `
      const signed = JSON.stringify({ id: 'd', type: 'redirect.added', data: {}, delivered_at: new Date() });
      const { createHmac } = await import('node:crypto');
      const hex = createHmac('sha256', process.env.WEBHOOK_SECRET!).update(signed).digest('hex');
      const post = (signature: string) => receive(new Request('http://localhost/', {
        method: 'POST', body: signed, headers: { 'x-service-signature': 'sha256=' + signature },
      }));
      console.log((await post(hex)).status, (await post('0'.repeat(64))).status);`;
    const program = write('run.ts', [...samplesOf(README, 'ts'), call].join('\n'));
    const { stdout } = await run(process.execPath, [program], {
      cwd: folder,
      env: { ...env, WEBHOOK_SECRET: 'whsec_c2VjcmV0' },
    });
    const lines = stdout.trim().split('\n');
    assert.match(lines[0]!, /^Order .+: 9 /);
    assert.ok(lines.some((line) => line.startsWith('Too late: ')));
    assert.ok(lines.some((line) => /^Ada Lovelace \S+ \d+$/.test(line)));
    assert.ok(lines.includes('1 line in the basket'));
    assert.equal(lines.at(-1), '204 400');
  });
});
