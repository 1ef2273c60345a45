/** Staff access tokens: EdDSA JWTs for ten minutes. They say which sign-in they came from; the database says the rest. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Secrets } from '#kernel/secrets.ts';

export const ACCESS_TOKEN_SECONDS = 600;
const AUDIENCE = 'colonnade';

export type TokenClaims = { sessionId: string; tenantId: string; role: string };

export function createTokens(secrets: Secrets, clock: () => Date) {
  const [signing] = secrets.tokenKeys;
  const checking = new Map<string, KeyObject>(
    secrets.tokenKeys.map(({ kid, key }) => [kid, createPublicKey(key)]),
  );
  return {
    issue({ sessionId, tenantId, role }: TokenClaims): Promise<string> {
      const seconds = Math.floor(clock().getTime() / 1000);
      return new SignJWT({ sid: sessionId, tenant: tenantId, role })
        .setProtectedHeader({ alg: 'EdDSA', kid: signing!.kid, typ: 'at+jwt' })
        .setIssuer(AUDIENCE)
        .setAudience(AUDIENCE)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + ACCESS_TOKEN_SECONDS)
        .sign(signing!.key);
    },
    /** The session a genuine, unexpired token came from; null for anything else. */
    async check(token: string): Promise<string | null> {
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid }) => {
            const key = checking.get(kid ?? '');
            if (key === undefined) throw new Error('unknown key');
            return key;
          },
          {
            algorithms: ['EdDSA'],
            audience: AUDIENCE,
            issuer: AUDIENCE,
            typ: 'at+jwt',
            requiredClaims: ['exp', 'sid'],
            currentDate: clock(),
          },
        );
        return typeof payload.sid === 'string' ? payload.sid : null;
      } catch {
        return null;
      }
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;
