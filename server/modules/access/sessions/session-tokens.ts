/** EdDSA JWTs that name a session, whose row in the database has the rest. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Secrets } from '#kernel/secrets.ts';

const ISSUER = 'colonnade';
const MOST_REMEMBERED = 10_000;

/** `tenant` is the tenant of the session, as the token says. */
export type SessionClaims = { sessionId: string; tenantId: string };

/** Tokens of one audience are invalid for any other. */
export function createSessionTokens(
  secrets: Secrets,
  clock: () => Date,
  { audience, typ }: { audience: string; typ: string },
) {
  const [signing] = secrets.tokenKeys;
  const checking = new Map<string, KeyObject>(
    secrets.tokenKeys.map(({ kid, key }) => [kid, createPublicKey(key)]),
  );
  // A signature stays valid, and checking it takes longer than all the rest of a small request.
  const genuine = new Map<string, SessionClaims & { expiresAt: number }>();
  const keyOf = ({ kid }: { kid?: string }): KeyObject => {
    const key = checking.get(kid ?? '');
    if (key === undefined) throw new Error('unknown key');
    return key;
  };
  return {
    issue(claims: SessionClaims, seconds: number, more: Record<string, string> = {}): Promise<string> {
      const now = Math.floor(clock().getTime() / 1000);
      return new SignJWT({ sid: claims.sessionId, tenant: claims.tenantId, ...more })
        .setProtectedHeader({ alg: 'EdDSA', kid: signing!.kid, typ })
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(signing!.key);
    },
    /** The session that a genuine, unexpired token names; null for anything else. */
    async check(token: string): Promise<SessionClaims | null> {
      const known = genuine.get(token);
      if (known !== undefined) return known.expiresAt > clock().getTime() ? known : null;
      try {
        const { payload } = await jwtVerify(token, keyOf, {
          algorithms: ['EdDSA'],
          audience,
          issuer: ISSUER,
          typ,
          requiredClaims: ['exp', 'sid', 'tenant'],
          currentDate: clock(),
        });
        const { sid, tenant, exp } = payload;
        if (typeof sid !== 'string' || typeof tenant !== 'string') return null;
        if (genuine.size >= MOST_REMEMBERED) genuine.clear();
        const claims = { sessionId: sid, tenantId: tenant, expiresAt: exp! * 1000 };
        genuine.set(token, claims);
        return claims;
      } catch {
        return null;
      }
    },
  };
}
