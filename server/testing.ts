/** The test app: the real server on a real database, a clock that can be moved, and tenants to work with. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { OPERATOR } from '#kernel/audit.ts';
import type { Role, Scope } from '#kernel/auth/actor.ts';
import { SCOPES } from '#kernel/auth/actor.ts';
import { connect, type DatabaseAddress, type Db } from '#kernel/db/db.ts';
import type { App } from '#kernel/http/app.ts';
import { undeclaredCodes, undeclaredStatuses, withSeenCodes } from '#kernel/http/testing/statuses.ts';
import { createLog } from '#kernel/log.ts';
import { createMetrics } from '#kernel/metrics.ts';
import type { Kernel } from '#kernel/module.ts';
import { deriveSecrets } from '#kernel/secrets.ts';
import { cloneDatabase, TEST_SECRET, type TestDatabase } from '#kernel/testing/database.ts';
import { NotedHolds } from '#kernel/testing/holds.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { Poller } from '#kernel/work/poller.ts';
import { buildApp, type ShopPages } from './app.ts';
import { FACTS } from './facts.ts';
import { createKey } from './modules/access/keys/keys.ts';
import { prepareAccount } from './modules/access/staff/accounts.ts';
import { addMember } from './modules/access/staff/staff.ts';
import { createTenant } from './modules/access/tenants/tenants.ts';
import { hashCheaply } from './modules/access/testing/password-cost.ts';
import { readSettings, type Settings } from './settings.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body; a type would say it twice
export type Answer = { status: number; headers: Record<string, unknown>; text: string; body: any };

export type TestApp = {
  app: App;
  db: Db;
  kernel: Kernel<Settings>;
  database: TestDatabase;
  /** Moves the clock of this app. */
  advance(milliseconds: number): void;
  /** Simulates a clock of this machine that is this far ahead of the database's. */
  misset(milliseconds: number): void;
  now(): Date;
  startWork(): Loop;
  call(method: string, url: string, options?: CallOptions): Promise<Answer>;
};

export type CallOptions = {
  token?: string;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
};

/**
 * A request that computes for longer without a pause fails its file; in milliseconds of a machine of a known speed. The aim is
 * 50, which contract/holds.test.ts asserts. Here, compiling code for the first time and a test's own work beside the request
 * count, too.
 */
const LONGEST_HOLD_MS = 5_000;

hashCheaply();

/**
 * The app for the tests of a file; it is closed after them. Background work runs only on request. `reach` is the address of the
 * database for the app, if it is not the direct one; `dashboard` is the folder of the built dashboard.
 */
export async function useApp(...options: Parameters<typeof startApp>): Promise<TestApp> {
  const { test, close } = await startApp(...options);
  after(close);
  return test;
}

/** An app that several files share. */
export async function startApp(
  env: Record<string, string> = {},
  reach = (database: TestDatabase): DatabaseAddress => database,
  dashboard: string | null = null,
  shop: ShopPages | null = null,
): Promise<{ test: TestApp; close: () => Promise<void> }> {
  let offset = 0;
  let skew = 0;
  const database = await cloneDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'colonnade-app-'));
  const config = readSettings({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    // All shoppers of a test have one address.
    STOREFRONT_LIMIT_SCALE: '1000',
    ...env,
  });
  const log = createLog(config.logLevel);
  const secrets = deriveSecrets([TEST_SECRET]);
  const db = connect({ address: reach(database), secrets, connections: 10, log });
  const moved = (time: number) => new Date(time + offset);
  const clock = Object.assign(() => moved(Date.now()), {
    ask: async () => {
      const { rows } = await db.acrossTenantsQuery<{ now: Date }>('select clock_timestamp() as now');
      return moved(rows[0]!.now.getTime());
    },
    skewMs: () => skew,
  });
  const holds = new NotedHolds(LONGEST_HOLD_MS);
  const kernel = {
    config,
    db,
    clock,
    log,
    metrics: createMetrics(),
    secrets,
    facts: FACTS,
    poller: new Poller({ db, clock, log }),
    onHold: holds.onHold,
  };
  const codes = new Set<string>();
  const { app, startWork } = await withSeenCodes(codes, () => buildApp(kernel, dashboard, shop));
  await app.ready();
  app.watchHolds();
  const close = async () => {
    await app.close();
    await db.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
    const tooLong = await holds.tooLong();
    const undeclared = [...(await undeclaredStatuses(app, kernel.metrics)), ...undeclaredCodes(app, codes)];
    // A hook that throws would prevent the hooks of other files from running, and the process from ending.
    if (tooLong.length > 0) console.error('Requests held the event loop:', tooLong);
    if (undeclared.length > 0)
      console.error('The contract lacks an answer: list its code in `fails`.', undeclared);
    if (tooLong.length > 0 || undeclared.length > 0) process.exitCode = 1;
  };
  const test: TestApp = {
    app,
    db,
    kernel,
    database,
    advance: (milliseconds) => {
      offset += milliseconds;
    },
    misset: (milliseconds) => {
      skew = milliseconds;
    },
    now: clock,
    startWork,
    call: (method, url, options) => call(app, method, url, options),
  };
  return { test, close };
}

async function call(app: App, method: string, url: string, options: CallOptions = {}): Promise<Answer> {
  const { token, body, headers } = options;
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    payload: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const json = String(answer.headers['content-type'] ?? '').includes('application/json');
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    body: json && answer.body !== '' ? JSON.parse(answer.body) : undefined,
  };
}

export type TestTenant = {
  id: string;
  slug: string;
  /** An API key with every scope. */
  key: string;
  keyWith(...scopes: Scope[]): Promise<string>;
  /** An access token of an account with this role. */
  staff(role: Role): Promise<string>;
  customer(name?: string): Promise<string>;
};

let made = 0;

export async function newTenant(test: TestApp): Promise<TestTenant> {
  const { db } = test;
  const name = `tenant-${process.pid}-${++made}`;
  const password = 'correct horse battery';
  const { tenant } = await createTenant(db, OPERATOR, test.now(), {
    name,
    ownerEmail: `owner@${name}.example`,
    ownerPassword: password,
  });
  const keyWith = async (...scopes: Scope[]) => {
    const { key } = await db.inTenant(tenant.id, (tx) =>
      createKey(tx, OPERATOR, test.now(), { label: name, scopes }),
    );
    return key;
  };
  const key = await keyWith(...SCOPES);
  // Tests sign owners in more often than an unknown device may.
  let ownersDevice = '';
  return {
    id: tenant.id,
    slug: tenant.slug,
    key,
    keyWith,
    async staff(role) {
      const email = role === 'owner' ? `owner@${name}.example` : `${role}-${++made}@${name}.example`;
      if (role !== 'owner') {
        const account = await prepareAccount(db, email, password);
        await db.inTenant(tenant.id, async (tx) =>
          addMember(tx, OPERATOR, test.now(), { id: await account.open(tx), email }, role),
        );
      }
      const answer = await test.call('POST', '/v1/auth/sign-in', {
        body: { email, password, tenant: name },
        headers: { cookie: ownersDevice },
      });
      if (role === 'owner')
        ownersDevice = /__Host-colonnade-device=[^;]*/.exec(String(answer.headers['set-cookie']))?.[0] ?? '';
      return answer.body.data.accessToken;
    },
    async customer(customerName = 'Ada Lovelace') {
      const answer = await test.call('POST', '/v1/crm/customers', {
        token: key,
        body: { name: customerName },
      });
      return answer.body.data.id;
    },
  };
}
