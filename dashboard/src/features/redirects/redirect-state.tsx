import type { Data } from '../../api.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

export type Redirect = Data<'getRedirect'>;

/** Shows whether the redirect is in force now. */
export function RedirectState({ redirect: { activeFrom, activeUntil } }: { redirect: Redirect }) {
  const now = Date.now();
  if (activeUntil !== null && Date.parse(activeUntil) <= now)
    return <StatusBadge tone="quiet">Over</StatusBadge>;
  if (activeFrom !== null && Date.parse(activeFrom) > now)
    return <StatusBadge tone="busy">Not yet</StatusBadge>;
  return <StatusBadge tone="good">Active</StatusBadge>;
}
