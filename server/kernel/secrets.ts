/**
 * Every key of the server is derived from one secret, each for one purpose, so there is only one thing to store and to rotate.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#kernel/config.ts';

/** The DER header of an Ed25519 private key; the 32 bytes of the seed follow. */
const ED25519_PKCS8_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex');

export type Secrets = {
  /** Distinguishes two installations without revealing the secret. */
  fingerprints: string[];
  databasePassword(role: string): string;
  /** Keys that sign and verify staff tokens; the first signs. */
  tokenKeys: { kid: string; key: KeyObject }[];
  /** Encrypts for storage. `open` needs the same `boundTo` (tenant and row). */
  seal(text: string, boundTo: string): Buffer;
  open(sealed: Buffer, boundTo: string): string;
  /** Proves that this server wrote the text, for one purpose only: the signature is invalid for any other purpose. */
  sign(purpose: string, text: string): string;
  isSigned(purpose: string, text: string, signature: string): boolean;
};

/** The secret of this installation: from the environment, else generated once and stored in the data directory. */
export function loadSecrets(config: Config): Secrets {
  return deriveSecrets(config.secrets.length > 0 ? config.secrets : [keptSecret(config.dataDir)]);
}

function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(path)) {
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
    try {
      // The file appears whole and never replaces another, so two first starts at once agree on one secret.
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32) throw new Error('its file "secret" is damaged; put the secret back that was in it');
  return secret;
}

/** Without it, Node may accept a shorter tag, which can be guessed. */
const TAG = { authTagLength: 16 };

export function deriveSecrets(secrets: string[]): Secrets {
  const keys = secrets.map((secret) => ({
    id: derive(secret, 'key id').subarray(0, 4),
    fingerprint: derive(secret, 'fingerprint').toString('hex').slice(0, 16),
    // A KeyObject: with the key as bytes, Node 24 takes three times as long.
    encryption: createSecretKey(derive(secret, 'encryption')),
    token: derive(secret, 'staff token'),
  }));
  const current = keys[0]!;
  // The purposes are few and fixed; deriving a key takes longer than the signature itself.
  const signingKeys = new Map<string, KeyObject>();
  const signature = (secret: string, purpose: string, text: string): Buffer => {
    const name = `${secrets.indexOf(secret)} ${purpose}`;
    const key = signingKeys.get(name) ?? createSecretKey(derive(secret, `signature ${purpose}`));
    signingKeys.set(name, key);
    return createHmac('sha256', key).update(text).digest();
  };
  return {
    fingerprints: keys.map((key) => key.fingerprint),
    databasePassword: (role) => derive(secrets[0]!, `database role ${role}`).toString('hex'),
    tokenKeys: keys.map((key) => ({
      kid: key.id.toString('hex'),
      key: createPrivateKey({
        key: Buffer.concat([ED25519_PKCS8_HEADER, key.token]),
        format: 'der',
        type: 'pkcs8',
      }),
    })),
    seal(text, boundTo) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.encryption, iv, TAG);
      cipher.setAAD(Buffer.from(boundTo));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([current.id, iv, cipher.getAuthTag(), body]);
    },
    open(sealed, boundTo) {
      const key = keys.find((candidate) => candidate.id.equals(sealed.subarray(0, 4)));
      if (key === undefined) throw new Error('sealed with a secret that is not configured');
      const decipher = createDecipheriv('aes-256-gcm', key.encryption, sealed.subarray(4, 16), TAG);
      decipher.setAAD(Buffer.from(boundTo));
      decipher.setAuthTag(sealed.subarray(16, 32));
      return Buffer.concat([decipher.update(sealed.subarray(32)), decipher.final()]).toString('utf8');
    },
    sign: (purpose, text) => signature(secrets[0]!, purpose, text).toString('base64url'),
    isSigned(purpose, text, given) {
      const bytes = Buffer.from(given, 'base64url');
      return secrets.some((secret) => {
        const expected = signature(secret, purpose, text);
        return bytes.length === expected.length && timingSafeEqual(bytes, expected);
      });
    },
  };
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'colonnade', purpose, 32));
}

/** Hashes to a text first: asked for a buffer, Node takes twice as long. */
export function sha256(data: string | Buffer): Buffer {
  return Buffer.from(hash('sha256', data, 'binary'), 'binary');
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Letters and digits only; each character is worth log2(62) = 5.95 bits. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte: larger bytes would favour some characters.
    for (const byte of randomBytes(length)) if (byte < 248) text += BASE62[byte % 62];
  }
  return text.slice(0, length);
}
