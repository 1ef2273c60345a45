/** Addresses of private files that work for a while, for anyone who has them. */
import { AppError } from '#kernel/errors.ts';
import type { Secrets } from '#kernel/secrets.ts';

const PURPOSE = 'media url';

export type Signature = { expires: string; signature: string };

/** Valid for all files of the asset. Seconds since 1970, so that every proxy passes it on unchanged. */
export function signAsset(secrets: Secrets, tenantId: string, assetId: string, expiresAt: Date): Signature {
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  return { expires, signature: secrets.sign(PURPOSE, textOf(tenantId, assetId, expires)) };
}

/** Returns for how many seconds the signature is valid. Null when it is forged: then nothing about the asset is revealed. */
export function secondsLeft(
  secrets: Secrets,
  tenantId: string,
  assetId: string,
  { expires, signature }: Partial<Signature>,
  now: Date,
): number | null {
  if (expires === undefined || signature === undefined || !/^\d{1,12}$/.test(expires)) return null;
  if (!secrets.isSigned(PURPOSE, textOf(tenantId, assetId, expires), signature)) return null;
  const left = Number(expires) - Math.floor(now.getTime() / 1000);
  if (left <= 0) throw new AppError('forbidden', 'This address has expired. Ask for a new one.');
  return left;
}

const textOf = (tenantId: string, assetId: string, expires: string) => `${tenantId}/${assetId}\n${expires}`;
