import { useSyncExternalStore } from 'react';
import { reaches } from './screen.ts';
import { currentSession, type Role, type Session, subscribe } from './session.ts';

export const useSessionOrNull = (): Session | null => useSyncExternalStore(subscribe, currentSession);

/** Who is signed in; for everything inside the shell, where somebody is. */
export function useSession(): Session {
  const session = useSessionOrNull();
  if (session === null) throw new Error('Nobody is signed in.');
  return session;
}

/** Whether to show something that needs this role: what would be refused is not offered. */
export const useHasRole = (role: Role): boolean => reaches(useSession().actor.role, role);
