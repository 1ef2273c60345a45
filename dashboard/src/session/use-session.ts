import { useSyncExternalStore } from 'react';
import { reaches } from './screen.ts';
import { currentSession, isSessionOver, type Role, type Session, subscribe } from './session.ts';

export const useSessionOrNull = (): Session | null => useSyncExternalStore(subscribe, currentSession);

export const useIsSessionOver = (): boolean => useSyncExternalStore(subscribe, isSessionOver);

/** Returns the session. Only for components inside the shell, where one exists. */
export function useSession(): Session {
  const session = useSessionOrNull();
  if (session === null) throw new Error('Nobody is signed in.');
  return session;
}

/** Returns whether the session has this role; screens do not offer actions that the server would refuse. */
export const useHasRole = (role: Role): boolean => reaches(useSession().actor.role, role);
