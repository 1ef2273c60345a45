/**
 * Only a path of ours: an address from elsewhere must not be where a sign-in leads. Browsers drop tabs and line ends, so that
 * "/<tab>/evil.example" would be one.
 */
export const safeNext = (next: unknown): string =>
  typeof next === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(next) ? next : '/';
