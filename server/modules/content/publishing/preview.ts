/** Previews: a token that shows one draft to its holder for a short while. Sealed, so it can be neither read nor forged. */
import type { Secrets } from '#kernel/secrets.ts';

const PURPOSE = 'content preview';

/** `alone`: made by a caller who is limited to some content types, so it shows nothing of other entries. */
export type Preview = { tenantId: string; entryId: string; expiresAt: Date; alone: boolean };

export function sealPreview(secrets: Secrets, { tenantId, entryId, expiresAt, alone }: Preview): string {
  const text = `${tenantId} ${entryId} ${expiresAt.getTime()}${alone ? ' alone' : ''}`;
  return secrets.seal(text, PURPOSE).toString('base64url');
}

/** Null for a token that is forged or has expired. */
export function openPreview(secrets: Secrets, token: string, now: Date): Preview | null {
  try {
    const [tenantId = '', entryId = '', at, alone] = secrets
      .open(Buffer.from(token, 'base64url'), PURPOSE)
      .split(' ');
    const expiresAt = new Date(Number(at));
    return expiresAt > now ? { tenantId, entryId, expiresAt, alone: alone === 'alone' } : null;
  } catch {
    return null;
  }
}
