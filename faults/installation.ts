/** The installation of a row: a database, its programs, and tenants with keys and subscriptions. */
import { join } from 'node:path';
import type pg from 'pg';
import { OPERATOR } from '#kernel/audit.ts';
import { SCOPES } from '#kernel/auth/actor.ts';
import { connect, type DatabaseAddress } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { createLog } from '#kernel/log.ts';
import { deriveSecrets } from '#kernel/secrets.ts';
import { cloneDatabase, TEST_SECRET } from '#kernel/testing/database.ts';
import { startProxy, type TestProxy } from '#kernel/testing/proxy.ts';
import { type Answer, call } from './client.ts';
import { freePort, type Program, ROOT, startProgram } from './program.ts';
import type { Inbox } from './receiver.ts';
import type { Stage } from './stage.ts';

export type Tenant = {
  id: string;
  slug: string;
  key: string;
  customerId: string;
  inboxes: Inbox[];
  /** Returns an access token of the tenant's owner. */
  token(): Promise<string>;
  /** Sends a request as the owner; throws if it fails. */
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
  subscribe(inbox: Inbox): Promise<string>;
};

export type Installation = {
  stage: Stage;
  databaseUrl: string;
  /** The URL of the API that was started last. */
  url: string;
  tenants: Tenant[];
  /** `root` is the folder of another version's sources. */
  api(env?: Record<string, string>, root?: string): Promise<Program>;
  worker(env?: Record<string, string>, root?: string): Promise<Program>;
  newTenant(root?: string): Promise<Tenant>;
  asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T>;
};

/** Its programs connect to the database through a proxy that can cut, delay and silence; the test connects directly. */
export async function openSiteBehindProxy(
  stage: Stage,
): Promise<{ installation: Installation; proxy: TestProxy }> {
  const proxy = await startProxy();
  stage.cleanUp(() => proxy.close());
  const { databaseUrl } = await openInstallation(stage);
  return {
    proxy,
    installation: await openInstallation(
      stage,
      databaseUrl,
      proxy.inFrontOf({ connectionString: databaseUrl }),
    ),
  };
}

/** Uses a new clone of the template database, or the given one; `reach` is the address that its programs use. */
export async function openInstallation(
  stage: Stage,
  databaseUrl?: string,
  reach?: DatabaseAddress,
): Promise<Installation> {
  if (databaseUrl === undefined) {
    const database = await cloneDatabase();
    stage.cleanUp(() => database.drop());
    databaseUrl = database.connectionString;
  }
  const settings = { DATABASE_URL: reach?.connectionString ?? databaseUrl, COLONNADE_SECRET: TEST_SECRET };
  const port = String(await freePort());
  let made = 0;
  const installation: Installation = {
    ...{ stage, databaseUrl, url: `http://127.0.0.1:${port}`, tenants: [] },
    async api(env = {}, root) {
      const program = await startProgram(stage, 'api', { ...settings, PORT: port, ...env }, { root });
      installation.url = program.url;
      return program;
    },
    worker: (env = {}, root) => startProgram(stage, 'worker', { ...settings, ...env }, { root }),
    async newTenant(root) {
      const tenant = await addTenant(installation, `fault-${stage.seed}-${++made}`, root);
      installation.tenants.push(tenant);
      return tenant;
    },
    async asOwner(work) {
      const owner = await connectAsOwner({ connectionString: installation.databaseUrl });
      return work(owner).finally(() => owner.end());
    },
  };
  return installation;
}

const PASSWORD = 'correct horse battery';

/** Sources know the columns of their own version alone. */
const sourcesOf = async (root: string) => {
  const module = <T>(path: string): Promise<T> => import(join(root, 'server/modules', path));
  return {
    ...(await module<typeof import('../server/modules/access/keys/keys.ts')>('access/keys/keys.ts')),
    ...(await module<typeof import('../server/modules/access/tenants/tenants.ts')>(
      'access/tenants/tenants.ts',
    )),
    ...(await module<typeof import('../server/modules/crm/customers/customers.ts')>(
      'crm/customers/customers.ts',
    )),
  };
};

async function addTenant(installation: Installation, name: string, root = ROOT): Promise<Tenant> {
  const { createKey, createTenant, createCustomer } = await sourcesOf(root);
  const secrets = deriveSecrets([TEST_SECRET]);
  const address = { connectionString: installation.databaseUrl };
  const db = connect({ address, secrets, connections: 2, log: createLog('silent') });
  const email = `owner@${name}.example`;
  const now = new Date();
  const { tenant } = await createTenant(db, OPERATOR, now, {
    name,
    ownerEmail: email,
    ownerPassword: PASSWORD,
  });
  const { key, customer } = await db
    .inTenant(tenant.id, async (tx) => ({
      key: await createKey(tx, OPERATOR, now, { label: name, scopes: [...SCOPES] }),
      customer: await createCustomer(tx, OPERATOR, now, { type: 'person', name: 'Ada' }),
    }))
    .finally(() => db.close());
  let issued: string | undefined;
  const token = async () => {
    issued ??= (
      await call('POST', `${installation.url}/v1/auth/sign-in`, {
        body: { email, password: PASSWORD, tenant: tenant.slug },
      })
    ).body.data.accessToken as string;
    return issued;
  };
  const ask: Tenant['ask'] = async (method, path, body) => {
    const answer = await call(method, installation.url + path, { token: await token(), body });
    if (answer.status >= 300 || answer.status < 200) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer;
  };
  const inboxes: Inbox[] = [];
  return {
    ...{ id: tenant.id, slug: tenant.slug, key: key.key, customerId: customer.id, inboxes, token, ask },
    async subscribe(inbox) {
      const body = { name, url: inbox.url, events: ['redirect.added'] };
      const { data } = (await ask('POST', '/v1/webhooks/subscriptions', body)).body;
      inbox.secret = data.signingSecret;
      inboxes.push(inbox);
      return data.id;
    },
  };
}
