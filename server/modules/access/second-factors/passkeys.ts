/** Passkeys as a second factor (WebAuthn). The site they belong to is the one of PUBLIC_URL. */
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { sha256 } from '#kernel/secrets.ts';

export type Site = { name: string; id: string; origin: string };

export function siteOf(publicUrl: string): Site {
  const { hostname, origin } = new URL(publicUrl);
  return { name: 'Colonnade', id: hostname, origin };
}

export type Passkey = {
  credential_id: string;
  public_key: Buffer;
  counter: bigint;
  transports: string[] | null;
};

/** The signed challenge is derived from the ticket, so the server stores nothing between the two steps. */
const challengeOf = (ticket: string) => Uint8Array.from(sha256(ticket));
const expected = (ticket: string) => sha256(ticket).toString('base64url');

const descriptorsOf = (passkeys: Passkey[]) =>
  passkeys.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: (transports ?? []) as AuthenticatorTransport[],
  }));

export const askForNewPasskey = (
  site: Site,
  person: { id: string; email: string },
  ticket: string,
  known: Passkey[],
) =>
  generateRegistrationOptions({
    rpName: site.name,
    rpID: site.id,
    userName: person.email,
    userID: Uint8Array.from(Buffer.from(person.id.replaceAll('-', ''), 'hex')),
    challenge: challengeOf(ticket),
    attestationType: 'none',
    excludeCredentials: descriptorsOf(known),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });

export async function readNewPasskey(site: Site, ticket: string, response: unknown): Promise<Passkey | null> {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: expected(ticket),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: false,
    });
    if (registrationInfo === undefined) return null;
    const { id, publicKey, counter, transports } = registrationInfo.credential;
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey),
      counter: BigInt(counter),
      transports: transports ?? null,
    };
  } catch {
    // Any failure here is caused by data of the client.
    return null;
  }
}

export const askForPasskey = (site: Site, ticket: string, known: Passkey[]) =>
  generateAuthenticationOptions({
    rpID: site.id,
    challenge: challengeOf(ticket),
    allowCredentials: descriptorsOf(known),
    userVerification: 'preferred',
  });

/** Returns the passkey that signed, with its new counter; null when none did. */
export async function checkPasskey(
  site: Site,
  ticket: string,
  response: unknown,
  known: Passkey[],
): Promise<{ credentialId: string; counter: number } | null> {
  const passkey = known.find(({ credential_id }) => credential_id === (response as { id?: unknown }).id);
  if (passkey === undefined) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: expected(ticket),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(passkey.public_key),
        counter: Number(passkey.counter),
      },
      requireUserVerification: false,
    });
    return verified ? { credentialId: passkey.credential_id, counter: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
}
