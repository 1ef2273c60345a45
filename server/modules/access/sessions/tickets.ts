/** A short-lived, signed proof of a first step, for the second step and nothing else. */
import { randomBase62, type Secrets } from '#kernel/secrets.ts';

const MINUTES = 5;
export const TICKET_SECONDS = MINUTES * 60;

type Purpose = 'second step of a sign-in' | 'new passkey';

export function issueTicket(
  secrets: Secrets,
  purpose: Purpose,
  now: Date,
  claims: Record<string, string>,
): string {
  const expires = String(now.getTime() + TICKET_SECONDS * 1000);
  const payload = Buffer.from(JSON.stringify({ ...claims, expires, nonce: randomBase62(22) })).toString(
    'base64url',
  );
  return `${payload}.${secrets.sign(purpose, payload)}`;
}

/** Returns the content of a ticket that this server wrote, for this purpose, and that has not expired. */
export function readTicket(
  secrets: Secrets,
  purpose: Purpose,
  now: Date,
  ticket: string,
): Record<string, string> | null {
  const [payload = '', signature = '', ...rest] = ticket.split('.');
  if (rest.length > 0 || !secrets.isSigned(purpose, payload, signature)) return null;
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, string>;
  return Number(claims.expires) > now.getTime() ? claims : null;
}
