/** The secret of a one-time link: read from the URL fragment, then kept in memory while the visitor signs in first. */
import { useLocation } from '@tanstack/react-router';

const kept = new Map<string, string>();

export const keepSecret = (path: string, secret: string) => kept.set(path, secret);

/** Returns the secret of the current page; empty if the page was opened without one. */
export function useLinkSecret(): string {
  const { hash, pathname } = useLocation();
  if (hash !== '') kept.set(pathname, hash);
  return kept.get(pathname) ?? '';
}
