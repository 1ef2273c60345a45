/** Attacks on accounts: registering them before their owner, locking them out, reading past a key's scopes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, call } from '../client.ts';
import { type Installation, openInstallation, type Tenant } from '../installation.ts';
import type { Row, Stage } from '../stage.ts';

const post = (installation: Installation, path: string, body: unknown, headers = {}) =>
  call('POST', installation.url + path, { body, headers });

type Where = { from?: string; tenant?: string; cookies?: string };

const signIn = (
  installation: Installation,
  email: string,
  password: string,
  { from, tenant, cookies }: Where = {},
) =>
  post(
    installation,
    '/v1/auth/sign-in',
    { email, password, ...(tenant !== undefined && { tenant }) },
    {
      ...(from !== undefined && { 'x-forwarded-for': from }),
      ...(cookies !== undefined && { cookie: cookies }),
    },
  );

async function linkFor(tenant: Tenant, email: string, role: string): Promise<string> {
  const { data } = (await tenant.ask('POST', '/v1/staff', { email, role })).body;
  return data.invitationLink.split('#')[1];
}

const preHijack: Row = {
  name: 'a tenant invites the address of the owner of another, and opens the link itself',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    const [evil, bank] = [await installation.newTenant(), await installation.newTenant()];
    const email = 'cfo@bank.example';
    const join = (token: string, password: string) =>
      post(installation, '/v1/auth/invitations/join', { token, password });
    const taken = await join(await linkFor(evil, email, 'viewer'), 'chosen by evil corp');
    const own = await join(await linkFor(bank, email, 'owner'), 'chosen by the cfo');
    stage.check(`both join: ${taken.status} ${own.status}`, taken.status === 200 && own.status === 200);
    const intruder = await signIn(installation, email, 'chosen by evil corp', { tenant: bank.slug });
    stage.check(`the first password opens nothing there: ${intruder.status}`, intruder.status === 401);
    const owner = await signIn(installation, email, 'chosen by the cfo', { tenant: bank.slug });
    stage.check(`the owner's own does: ${owner.status}`, owner.body.data?.actor.role === 'owner');
    const token = (await signIn(installation, email, 'chosen by evil corp')).body.data.accessToken;
    const tenants = (await call('GET', `${installation.url}/v1/auth/tenants`, { token })).body.data;
    const slugs = tenants.map(({ slug }: { slug: string }) => slug);
    stage.check(`whoever came first sees its own tenant: ${slugs}`, slugs.join() === evil.slug);
    stage.note({ 'intruder gets': intruder.status, 'owner gets': owner.status });
  },
};

const GUESSES = 40;

const lockOut: Row = {
  name: 'a stranger guesses the password of an owner, from forty addresses of one network and as fast as it gets',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api({ TRUST_PROXY: '127.0.0.1' });
    const tenant = await installation.newTenant();
    const email = 'owner@shop.example';
    await post(installation, '/v1/auth/invitations/join', {
      token: await linkFor(tenant, email, 'owner'),
      password: 'known to the owner',
    });
    const answers = await Promise.all(
      Array.from({ length: GUESSES }, (_, n) =>
        signIn(installation, email, `guess ${n}`, { from: `2001:db8::${n}` }),
      ),
    );
    const tried = answers.filter(({ status }) => status === 401).length;
    stage.check(`${tried} of ${GUESSES} guesses are tried`, tried <= 10);
    const owner = await signIn(installation, email, 'known to the owner', { from: '198.51.100.7' });
    stage.check(`the owner signs in from elsewhere meanwhile: ${owner.status}`, owner.status === 200);
    stage.note({ 'guesses tried': tried, 'guesses refused': GUESSES - tried, 'owner gets': owner.status });
  },
};

type Account = { email: string; password: string; cookies: string };

async function joinAs(installation: Installation, tenant: Tenant, email: string): Promise<Account> {
  const password = `chosen by ${email}`;
  const token = await linkFor(tenant, email, 'viewer');
  const { status, cookies } = await post(installation, '/v1/auth/invitations/join', { token, password });
  if (status !== 200) throw new Error(`${email} did not join: ${status}`);
  return { email, password, cookies };
}

const HOME = '198.51.100.7';
const FLOODED = '203.0.113.9';

/** During endless sign-ins, an account of another tenant signs in: on a known device, and on an unknown one. */
async function signInBeside(
  stage: Stage,
  installation: Installation,
  victim: Account,
  flood: (n: number) => Promise<Answer>,
  senders: number,
): Promise<void> {
  const { email, password, cookies } = victim;
  const ways: Record<string, Where> = {
    'known device': { from: FLOODED, cookies },
    'unknown device': { from: HOME },
    'unknown device on the same network': { from: FLOODED },
  };
  const measure = async (when: string) => {
    for (const [name, where] of Object.entries(ways)) {
      const answers: Answer[] = [];
      for (let round = 0; round < 5; round++)
        answers.push(await signIn(installation, email, password, where));
      const statuses = answers.map(({ status }) => status);
      stage.check(
        `${when}, ${name}: ${statuses}`,
        statuses.every((status) => status === 200),
      );
      const seconds = Math.max(...answers.map(({ ms }) => ms)) / 1000;
      stage.note({ [`${name}, ${when}, at most`]: `${seconds.toFixed(2)} s` });
    }
  };
  await measure('quiet');
  const counts: Record<number, number> = {};
  let isOver = false;
  const sender = async (_: unknown, n: number) => {
    while (!isOver) {
      const { status } = await flood(n);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  const senderLoops = Promise.all(Array.from({ length: senders }, sender));
  await sleep(1_500);
  await measure('flooded');
  isOver = true;
  await senderLoops;
  stage.note({ 'the flood got': JSON.stringify(counts) });
}

const rightPasswords: Row = {
  name: 'one account signs in 150 times at once with its right password, and again and again',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api({ TRUST_PROXY: '127.0.0.1' });
    const [evil, bank] = [await installation.newTenant(), await installation.newTenant()];
    const busy = await joinAs(installation, evil, 'busy@evil.example');
    const victim = await joinAs(installation, bank, 'clerk@bank.example');
    const flood = () => signIn(installation, busy.email, busy.password, { from: FLOODED });
    await signInBeside(stage, installation, victim, flood, 150);
  },
};

const ACCOUNTS = 40;

const manyAccounts: Row = {
  name: 'forty accounts of one tenant sign in on their known devices, twice each at once, and again and again',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api({ TRUST_PROXY: '127.0.0.1' });
    const [evil, bank] = [await installation.newTenant(), await installation.newTenant()];
    const accounts: Account[] = [];
    for (let n = 0; n < ACCOUNTS; n++)
      accounts.push(await joinAs(installation, evil, `account-${n}@evil.example`));
    const victim = await joinAs(installation, bank, 'clerk@bank.example');
    const flood = (n: number) => {
      const { email, password, cookies } = accounts[n % ACCOUNTS]!;
      return signIn(installation, email, password, { from: FLOODED, cookies });
    };
    await signInBeside(stage, installation, victim, flood, 2 * ACCOUNTS);
  },
};

const scopes: Row = {
  name: "a key that may only write orders asks for a tenant's deliveries",
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    const tenant = await installation.newTenant();
    const subscription = { name: 'Shop', url: 'http://127.0.0.1:9/', events: ['redirect.added'] };
    const { id } = (await tenant.ask('POST', '/v1/webhooks/subscriptions', subscription)).body.data;
    const paths = [
      '/v1/webhooks/deliveries',
      `/v1/webhooks/subscriptions/${id}/health`,
      `/v1/webhooks/subscriptions/${id}/replays`,
      '/v1/notices',
    ];
    const statuses = async (scope: string) => {
      const key = { label: scope, scopes: [scope] };
      const token = (await tenant.ask('POST', '/v1/api-keys', key)).body.data.key;
      return (await Promise.all(paths.map((path) => call('GET', installation.url + path, { token })))).map(
        ({ status }) => status,
      );
    };
    const [narrow, wide] = [await statuses('write:crm'), await statuses('read:webhooks')];
    stage.check(
      `each is refused: ${narrow}`,
      narrow.every((status) => status === 403),
    );
    stage.check(
      `a key with the scope reads them: ${wide}`,
      wide.every((status) => status === 200),
    );
    stage.note({ 'without the scope': narrow.join(' '), 'with it': wide.join(' ') });
  },
};

export const identityRows: Row[] = [preHijack, lockOut, rightPasswords, manyAccounts, scopes];
