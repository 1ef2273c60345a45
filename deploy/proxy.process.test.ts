/** The files of deploy/proxy, tried with the programs that they are for, in front of two APIs. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request as requestPlainly } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { cloneDatabase, TEST_SECRET } from '#kernel/testing/database.ts';
import { IS_DEEP } from '#kernel/testing/depth.ts';
import { freePort, newFolder, runCommand, runProgram } from '../server/commands/testing/process.ts';
import { useProgram } from '../server/commands/testing/program.ts';

const NAME = 'shop.example.com';
/** Not the proxies' own, which the APIs trust. */
const CLIENT = '127.0.0.2';
const UPLOAD_BYTES = 32 * 1024 * 1024;
/** 16 KB each: together more than the system buffers for a connection. */
const CUSTOMERS = 1_000;
const PAUSE_MS = 3_000;
const READY_MS = 30_000;
const isRoot = process.getuid!() === 0;

const pathOf = (program: string) =>
  [...process.env.PATH!.split(':'), '/usr/sbin'].map((folder) => join(folder, program)).find(existsSync);

type Ports = { plain: string; tls: string; apis: string[] };
type Proxy = {
  file: string;
  /** The texts of the file that differ here. */
  changes(folder: string, ports: Ports): Record<string, string>;
  command(path: string, file: string): string[];
  /** False: a POST that could not be sent to one API may get 502. */
  repeatsPosts?: boolean;
};

const PROXIES: Record<string, Proxy> = {
  nginx: {
    file: 'nginx.conf',
    changes: (folder, { plain, tls, apis }) => ({
      '/etc/colonnade/tls': folder,
      '/var/log/nginx': folder,
      '/run/nginx.pid': join(folder, 'nginx.pid'),
      '127.0.0.1:8080': `127.0.0.1:${apis[0]}`,
      '127.0.0.1:8081': `127.0.0.1:${apis[1]}`,
      'listen 80 ': `listen 127.0.0.1:${plain} `,
      'listen 443 ': `listen 127.0.0.1:${tls} `,
      'server_tokens off;': ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join(''),
    }),
    command: (path, file) => [path, '-e', 'stderr', '-g', 'daemon off;', '-c', file],
  },
  haproxy: {
    file: 'haproxy.cfg',
    changes: (folder, { plain, tls, apis }) => ({
      '/etc/colonnade/tls': folder,
      '127.0.0.1:8080': `127.0.0.1:${apis[0]}`,
      '127.0.0.1:8081': `127.0.0.1:${apis[1]}`,
      'bind :80\n': `bind 127.0.0.1:${plain}\n`,
      'bind :443 ': `bind 127.0.0.1:${tls} `,
      ...(!isRoot && { '  user haproxy\n  group haproxy\n': '' }),
    }),
    command: (path, file) => [path, '-db', '-f', file],
  },
  caddy: {
    file: 'Caddyfile',
    changes: (folder, { plain, tls, apis }) => ({
      'admin off': `admin off\nhttp_port ${plain}\nhttps_port ${tls}\ndefault_bind 127.0.0.1\nstorage file_system ${folder}`,
      '{$TLS:}': `tls ${folder}/fullchain.pem ${folder}/key.pem`,
      '127.0.0.1:8080': `127.0.0.1:${apis[0]}`,
      '127.0.0.1:8081': `127.0.0.1:${apis[1]}`,
    }),
    command: (path, file) => [path, 'run', '--adapter', 'caddyfile', '--config', file],
    // Versions up to 2.11.1: https://github.com/caddyserver/caddy/issues/7546
    repeatsPosts: false,
  },
};

const openssl = pathOf('openssl');
const installed = Object.entries(PROXIES).filter(([name]) => openssl && pathOf(name));
for (const name of Object.keys(PROXIES)) {
  const missing = [name, 'openssl'].find((program) => pathOf(program) === undefined);
  // The tests take ten seconds of two cores.
  const skip = !IS_DEEP ? 'DEEP=1 runs it' : missing && `${missing} is not installed`;
  if (skip) it(`${name} is left out`, { skip });
}

if (IS_DEEP && installed.length > 0) await tryAll();

async function tryAll(): Promise<void> {
  const folder = newFolder();
  const database = await cloneDatabase();
  after(() => database.drop());
  const { json } = useProgram(database);
  const { owner } = await json('tenant create --name Acme --owner-email owner@acme.example');
  const { key } = await json(
    'key create --tenant acme --label test --scope read:crm,write:crm,write:crm_bulk',
  );
  const client = await connectAsOwner(database);
  await client.query(
    `insert into customers (tenant_id, id, name, metadata, created_at, updated_at)
     select tenants.id, gen_random_uuid(), 'Ada', json_build_object('note', repeat('a', 16000)), date_trunc('second', now()), now() from tenants, generate_series(1, $1)`,
    [CUSTOMERS],
  );
  await client.end();
  makeCertificate(folder);

  const apis = [await freePort(), await freePort()];
  const running = apis.map((PORT) =>
    runProgram(['api'], {
      ...{ PORT, DATABASE_URL: database.connectionString, COLONNADE_SECRET: TEST_SECRET },
      ...{ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: `https://${NAME}`, DATA_DIR: join(folder, PORT) },
    }),
  );
  for (const program of running) await program.says(/Base URL/);
  const proxies = await Promise.all(
    installed.map(async ([name, { file, changes, command, repeatsPosts = true }]) => {
      const ports = { plain: await freePort(), tls: await freePort(), apis };
      let lines = readFileSync(join(import.meta.dirname, 'proxy', file), 'utf8');
      for (const [from, to] of Object.entries(changes(folder, ports))) {
        assert.ok(lines.includes(from), `${file} has no ${from}`);
        lines = lines.replaceAll(from, to);
      }
      writeFileSync(join(folder, file), lines);
      const program = runCommand(command(pathOf(name)!, join(folder, file)), { HOME: folder });
      await answers(ports.tls, () => `${name}: ${program.stdout()}${program.stderr()}`);
      return { name, repeatsPosts, ...ports };
    }),
  );
  const ca = readFileSync(join(folder, 'fullchain.pem'));
  type Ask = RequestOptions & { body?: string | Buffer };
  /** A request over TLS, without its answer's body. */
  async function open(port: string, path: string, { body, headers, ...options }: Ask = {}) {
    const asked = request({
      ...{ host: '127.0.0.1', servername: NAME, localAddress: CLIENT, agent: false, ca, port, path },
      ...options,
      headers: { host: NAME, authorization: `Bearer ${key}`, ...headers },
    });
    const answer = new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
      asked.once('response', resolve).once('error', reject),
    );
    if (body === undefined && options.method === 'POST') asked.flushHeaders();
    else asked.end(body);
    return { asked, answer: await answer };
  }
  async function ask(port: string, path: string, options?: Ask) {
    const { answer } = await open(port, path, options);
    const body = await text(answer);
    return { status: answer.statusCode, body, data: () => JSON.parse(body).data };
  }
  const post = (port: string, path: string, body: unknown, headers = {}) =>
    ask(port, path, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', ...headers },
    });

  const password = 'chosen by the owner';
  const token = owner.invitationLink.split('#')[1];
  assert.equal((await post(proxies[0]!.tls, '/v1/auth/invitations/join', { token, password })).status, 200);
  describe('with its file of deploy/proxy,', { concurrency: true }, () => {
    for (const { name, plain, tls } of proxies) {
      describe(name, { concurrency: true }, () => {
        it('passes requests over TLS, and sends others there', async () => {
          assert.equal((await ask(tls, '/v1/me')).status, 200);
          const asked = requestPlainly({ port: plain, path: '/v1/me?a=b', headers: { host: NAME } }).end();
          const answer = await new Promise<import('node:http').IncomingMessage>((resolve) =>
            asked.once('response', resolve),
          );
          answer.resume();
          assert.equal(answer.statusCode, 308);
          assert.match(answer.headers.location!, /^https:\/\/shop\.example\.com(:\d+)?\/v1\/me\?a=b$/);
        });

        it("tells the API the client's address, whatever the client claims", async () => {
          const claims = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' };
          const email = owner.email;
          const { data } = await post(tls, '/v1/auth/sign-in', { email, password }, claims);
          const headers = { authorization: `Bearer ${data().accessToken}`, ...claims };
          const sessions = (await ask(tls, '/v1/auth/sessions', { headers })).data();
          assert.deepEqual(sessions.filter(({ current }: { current: boolean }) => current).map(addressOf), [
            CLIENT,
          ]);
        });

        it('keeps /metrics from clients', async () => {
          for (const path of ['/metrics', '/metrics?a', '/%6detrics']) {
            assert.equal((await ask(tls, path)).status, 403, path);
          }
        });

        it('passes a large upload', async () => {
          const headers = { 'content-type': 'text/csv' };
          const { status } = await ask(tls, '/v1/crm/imports', {
            ...{ method: 'POST', headers, body: Buffer.alloc(UPLOAD_BYTES, `${'a'.repeat(999)}\n`) },
          });
          assert.equal(status, 202);
        });

        it('passes an upload as it arrives: the API refuses it by its head alone', async () => {
          const { asked, answer } = await open(tls, '/v1/crm/imports', {
            method: 'POST',
            headers: { authorization: 'Bearer none', 'content-length': UPLOAD_BYTES },
          });
          assert.equal(answer.statusCode, 401);
          asked.on('error', () => {}).destroy();
        });

        it('passes an export to a client that reads slowly', async () => {
          const { answer } = await open(tls, '/v1/crm/customers/export?format=ndjson');
          assert.equal(answer.statusCode, 200);
          await sleep(PAUSE_MS);
          let rows = 0;
          for await (const chunk of answer) rows += chunk.toString('latin1').split('\n').length - 1;
          assert.equal(rows, CUSTOMERS);
        });
      });
    }
  });

  it('no request fails when one of two APIs is killed', async () => {
    assert.equal((await fetch(`http://127.0.0.1:${apis[0]}/metrics`)).status, 200);
    running[1]!.child.kill('SIGKILL');
    await running[1]!.ended();
    for (const { name, tls, repeatsPosts } of proxies) {
      for (let each = 0; each < 6; each++) {
        assert.equal((await ask(tls, '/v1/me')).status, 200, name);
        const { status } = await post(tls, '/v1/crm/customers', { name: 'Ada' });
        if (repeatsPosts || status !== 502) assert.equal(status, 201, name);
      }
    }
  });
}

const addressOf = ({ address }: { address: string }) => address;

function makeCertificate(folder: string): void {
  const [chain, key] = [join(folder, 'fullchain.pem'), join(folder, 'key.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`];
  execFileSync(openssl!, ['req', ...kind, ...name, '-keyout', key, '-out', chain], { stdio: 'ignore' });
  writeFileSync(join(folder, 'site.pem'), readFileSync(chain, 'utf8') + readFileSync(key, 'utf8'));
}

async function answers(port: string, output: () => string): Promise<void> {
  for (const end = Date.now() + READY_MS; ; await sleep(50)) {
    const answer = await new Promise<number | undefined>((resolve) => {
      const headers = { host: NAME };
      request({
        port,
        host: '127.0.0.1',
        servername: NAME,
        rejectUnauthorized: false,
        path: '/healthz',
        headers,
      })
        .once('response', (answer) => resolve(answer.resume().statusCode))
        .once('error', () => resolve(undefined))
        .end();
    });
    if (answer === 200) return;
    if (Date.now() > end) assert.fail(`does not answer: ${output()}`);
  }
}
