/**
 * Staff access tokens (the dashboard's tokens): EdDSA JWTs for ten minutes. They name the sign-in they came from; the database has the rest. Refresh
 * tokens end in a signature: it proves only that this server made them, so that made-up ones are refused without a look-up.
 */
import { randomBase62, type Secrets } from '#kernel/secrets.ts';
import { createSessionTokens } from './session-tokens.ts';

export const ACCESS_TOKEN_SECONDS = 600;

export type TokenClaims = { sessionId: string; tenantId: string; role: string };

/** 125 random bits, then the signature of all before it; 43 characters, as before there was one. */
const [RANDOM_LENGTH, SIGNATURE_LENGTH] = [21, 22];

export function createTokens(secrets: Secrets, clock: () => Date) {
  const tokens = createSessionTokens(secrets, clock, { audience: 'colonnade', typ: 'at+jwt' });
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
    issue: ({ role, ...claims }: TokenClaims): Promise<string> =>
      tokens.issue(claims, ACCESS_TOKEN_SECONDS, { role }),
    /** The session a genuine, unexpired token came from; null for anything else. */
    check: async (token: string): Promise<string | null> => (await tokens.check(token))?.sessionId ?? null,
  };
}

export type Tokens = ReturnType<typeof createTokens>;
