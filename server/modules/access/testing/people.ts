/** People who sign in, for the tests of this module; and a second server on the same database. */
import { OPERATOR } from '#kernel/audit.ts';
import type { Role } from '#kernel/auth/actor.ts';
import { connect, type Db } from '#kernel/db/db.ts';
import { createMetrics } from '#kernel/metrics.ts';
import { buildApp } from '../../../app.ts';
import type { Answer, TestApp, TestTenant } from '../../../testing.ts';
import { prepareAccount } from '../staff/accounts.ts';
import { addMember } from '../staff/staff.ts';

export const COOKIE = '__Host-colonnade-refresh';

export type Person = { email: string; password: string; memberId: string };

let made = 0;

/** An existing account of that address joins by itself, as from inside it. */
export async function addPerson(
  test: TestApp,
  tenant: TestTenant,
  role: Role,
  email = `person-${++made}@${tenant.slug}.example`,
): Promise<Person> {
  const password = `a password of ${email}`;
  const { rows } = await test.db.identityQuery<{ id: string }>('select id from people where email = $1', [
    email,
  ]);
  const account = rows.length === 0 ? await prepareAccount(test.db, email, password) : null;
  const { id } = await test.db.inTenant(tenant.id, async (tx) => {
    const person = { id: rows[0]?.id ?? (await account!.open(tx)), email };
    return addMember(tx, OPERATOR, test.now(), person, role);
  });
  return { email, password, memberId: id };
}

export type SignedIn = { answer: Answer; token: string; cookie: string };

export async function signIn(
  test: TestApp,
  { email, password }: { email: string; password: string },
  tenant?: string,
): Promise<SignedIn> {
  const answer = await test.call('POST', '/v1/auth/sign-in', { body: { email, password, tenant } });
  return { answer, token: answer.body.data?.accessToken, cookie: cookieOf(answer) };
}

export const refresh = async (test: TestApp, cookie: string, headers = {}): Promise<SignedIn> => {
  const answer = await test.call('POST', '/v1/auth/refresh', {
    headers: { cookie: `${COOKIE}=${cookie}`, ...headers },
  });
  return { answer, token: answer.body.data?.accessToken, cookie: cookieOf(answer) };
};

/** The refresh cookie, with its attributes. */
export const setCookie = (answer: Answer): string =>
  String([answer.headers['set-cookie']].flat().find((text) => String(text).startsWith(COOKIE)) ?? '');

const cookieOf = (answer: Answer) => /^[^=]+=([^;]*)/.exec(setCookie(answer))?.[1] ?? '';

/** The cookie by which a device is known. */
export const deviceOf = (answer: Answer): string =>
  /__Host-colonnade-device=([^;]*)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '';

/** The status that an access token gets: 200, or 401 when it has ended. */
export const statusOf = async (test: TestApp, token: string): Promise<number> =>
  (await test.call('GET', '/v1/me', { token })).status;

/** Another process of the same installation, as seen from outside; `reached` is how it reaches its database. */
export async function withSecondApp<T>(
  test: TestApp,
  work: (app: Awaited<ReturnType<typeof buildApp>>['app']) => Promise<T>,
  reached = (db: Db): Db => db,
): Promise<T> {
  const { secrets, log } = test.kernel;
  const db = connect({ address: test.database, secrets, connections: 4, log });
  const { app } = await buildApp({ ...test.kernel, db: reached(db), metrics: createMetrics() });
  try {
    return await work(app);
  } finally {
    await app.close();
    await db.close();
  }
}
