/** The secret of a one-time link: from the fragment of the page's address, and in memory while its owner signs in first. */
import { useLocation } from '@tanstack/react-router';

const kept = new Map<string, string>();

export const keepSecret = (path: string, secret: string) => kept.set(path, secret);

/** The secret of the page that is shown; empty when it was opened without one. */
export function useLinkSecret(): string {
  const { hash, pathname } = useLocation();
  if (hash !== '') kept.set(pathname, hash);
  return kept.get(pathname) ?? '';
}
