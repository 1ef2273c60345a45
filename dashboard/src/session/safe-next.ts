/**
 * Accepts only a path of the dashboard, so that a sign-in never redirects to another site. Browsers drop tabs and line ends,
 * so "/<tab>/evil.example" would be such a redirect.
 */
export const safeNext = (next: unknown): string =>
  typeof next === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(next) ? next : '/';
