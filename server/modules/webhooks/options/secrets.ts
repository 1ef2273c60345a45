/** The secrets and keys that sign the deliveries of a subscription. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Problem } from '#kernel/errors.ts';
import type { Secrets } from '#kernel/secrets.ts';

const OWN_SECRET = /^whsec_[A-Za-z0-9+/]+={0,2}$/;

/** A sealed secret only opens for the tenant and the subscription it was made for. */
export const secretBinding = (tenantId: string, id: string) => `webhook secret ${tenantId} ${id}`;

/** The rule of Standard Webhooks for a secret that someone brings along. */
export function secretProblem(secret: unknown): Problem | null {
  if (typeof secret !== 'string') return null;
  const text = secret.slice('whsec_'.length);
  const key = Buffer.from(text, 'base64');
  // Decoding skips whatever is not base64; encoding again shows it.
  const isExact = OWN_SECRET.test(secret) && key.toString('base64') === text;
  if (isExact && key.length >= 24 && key.length <= 64) return null;
  return {
    path: 'signingSecret',
    code: 'invalid_format',
    message: 'must be whsec_ and the base64 of 24 to 64 random bytes',
  };
}

/** The DER header of an ed25519 private key; the 32 bytes of the seed follow. */
const PRIVATE_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;

const keyBinding = (tenantId: string, id: string) => `webhook key ${tenantId} ${id}`;

/** A pair of keys for the signature `v1a` of Standard Webhooks. */
export function newKeyPair(secrets: Secrets, tenantId: string, id: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-SEED_BYTES);
  const shown = publicKey.export({ format: 'der', type: 'spki' }).subarray(-SEED_BYTES);
  return {
    privateKeySealed: secrets.seal(seed.toString('base64'), keyBinding(tenantId, id)),
    publicKey: `whpk_${shown.toString('base64')}`,
  };
}

export function openPrivateKey(
  open: Secrets['open'],
  tenantId: string,
  id: string,
  sealed: Buffer | null,
): KeyObject | null {
  if (sealed === null) return null;
  const seed = Buffer.from(open(sealed, keyBinding(tenantId, id)), 'base64');
  return createPrivateKey({ key: Buffer.concat([PRIVATE_HEADER, seed]), format: 'der', type: 'pkcs8' });
}
