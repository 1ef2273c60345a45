/** The state of a key, with a recommendation. */
import type { Item } from '../../api.ts';
import type { Tone } from '../../ui/status-badge.tsx';

export type Key = Item<'listApiKeys'>;

const DAY = 86_400_000;
const SOON = 14 * DAY;
const EXPIRES_SOON = 'Expires soon';
const IDLE = 30 * DAY;

export function stateOf(key: Key, now: number): { tone: Tone; word: string; hint: string | null } {
  const expiresAt = key.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(key.expiresAt);
  const isReplaced = key.replacedBy !== null;
  if (key.revokedAt !== null) return { tone: 'quiet', word: isReplaced ? 'Replaced' : 'Revoked', hint: null };
  if (expiresAt <= now) return { tone: 'quiet', word: isReplaced ? 'Replaced' : 'Expired', hint: null };
  if (isReplaced) {
    return {
      tone: 'warn',
      word: 'Being replaced',
      hint: 'A new key has taken its place. Put that one into your program before this one ends.',
    };
  }
  if (expiresAt - now < SOON) {
    return {
      tone: 'warn',
      word: EXPIRES_SOON,
      hint: 'Rotate it: the new key has the same scopes, and this one works until you have changed over.',
    };
  }
  if (key.lastUsedAt === null && now - Date.parse(key.createdAt) > DAY) {
    return { tone: 'warn', word: 'Never used', hint: 'If nothing needs it, revoke it.' };
  }
  if (key.lastUsedAt !== null && now - Date.parse(key.lastUsedAt) > IDLE) {
    return {
      tone: 'warn',
      word: 'Long unused',
      hint: 'Not used for a month. If nothing needs it, revoke it.',
    };
  }
  return { tone: 'good', word: 'Active', hint: null };
}

/** Expiring keys are announced before a program fails. */
export const expiresSoon = (key: Key, now: number): boolean => stateOf(key, now).word === EXPIRES_SOON;

export const isLive = ({ revokedAt, expiresAt }: Key, now: number): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now);
