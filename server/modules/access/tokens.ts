/**
 * Staff access tokens (the dashboard's tokens): EdDSA JWTs for ten minutes. They name the sign-in they came from; the database has the rest. Refresh
 * tokens end in a signature: it proves only that this server made them, so that made-up ones are refused without a look-up.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { randomBase62, type Secrets } from '#kernel/secrets.ts';

export const ACCESS_TOKEN_SECONDS = 600;
const AUDIENCE = 'colonnade';
const MOST_REMEMBERED = 10_000;

export type TokenClaims = { sessionId: string; tenantId: string; role: string };

/** 125 random bits, then the signature of all before it; 43 characters, as before there was one. */
const [RANDOM_LENGTH, SIGNATURE_LENGTH] = [21, 22];

export function createTokens(secrets: Secrets, clock: () => Date) {
  const [signing] = secrets.tokenKeys;
  const checking = new Map<string, KeyObject>(
    secrets.tokenKeys.map(({ kid, key }) => [kid, createPublicKey(key)]),
  );
  // A signature stays valid, and checking it takes longer than all the rest of a small request.
  const genuine = new Map<string, { sessionId: string; expiresAt: number }>();
  const signatureOf = (text: string) =>
    secrets.sign('refresh token', text).replaceAll(/[-_]/g, '0').slice(0, SIGNATURE_LENGTH);
  return {
    newRefreshToken(sessionId: string, family: string): string {
      const text = `${sessionId}.${family}.${randomBase62(RANDOM_LENGTH)}`;
      return text + signatureOf(text);
    },
    /** Also false for a token from before there were signatures, or signed with a former secret. */
    isOwnRefreshToken: (token: string): boolean =>
      token.slice(-SIGNATURE_LENGTH) === signatureOf(token.slice(0, -SIGNATURE_LENGTH)),
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
      const known = genuine.get(token);
      if (known !== undefined) return known.expiresAt > clock().getTime() ? known.sessionId : null;
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
        if (typeof payload.sid !== 'string') return null;
        if (genuine.size >= MOST_REMEMBERED) genuine.clear();
        genuine.set(token, { sessionId: payload.sid, expiresAt: payload.exp! * 1000 });
        return payload.sid;
      } catch {
        return null;
      }
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;
