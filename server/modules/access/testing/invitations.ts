/** Links and the people who open them, for the tests of invitations. */
import type { Role } from '#kernel/auth/actor.ts';
import type { Answer, TestApp, TestTenant } from '../../../testing.ts';

/** The secret of a link: the part after #. */
export const secretOf = (answer: Answer): string => answer.body.data.invitationLink.split('#')[1];

export const inviteBy = (test: TestApp, token: string, email: string, role: Role = 'viewer') =>
  test.call('POST', '/v1/staff', { token, body: { email, role } });

/** The secret of a fresh link, handed out by an owner of the tenant. */
export async function invited(
  test: TestApp,
  tenant: TestTenant,
  email: string,
  role: Role = 'viewer',
): Promise<string> {
  return secretOf(await inviteBy(test, await tenant.staff('owner'), email, role));
}

export const lookUp = (test: TestApp, secret: string, headers = {}) =>
  test.call('POST', '/v1/auth/invitations/look-up', { body: { token: secret }, headers });

export const join = (test: TestApp, secret: string, password: string, headers = {}) =>
  test.call('POST', '/v1/auth/invitations/join', { body: { token: secret, password }, headers });

export const accept = (test: TestApp, token: string, secret: string) =>
  test.call('POST', '/v1/auth/invitations/accept', { token, body: { token: secret } });
