/** The type of a screen: its path, required role and menu entry. Each feature lists its own screens. */
import type { ComponentType } from 'react';
import type { ModuleName, Role, Session } from './session.ts';

export const SECTIONS = ['', 'Business', 'Content', 'Developers', 'Settings'] as const;

export type Icon = ComponentType<{ size?: number; stroke?: number }>;

export type Screen = {
  /** In the syntax of TanStack Router: `/orders/$id`. */
  path: string;
  title: string;
  /** Loads the screen's own file on first use. */
  load: () => Promise<{ default: ComponentType }>;
  /** The lowest role that may see the screen; every role if omitted. */
  role?: Role;
  /** Available before a required second factor is set up. */
  beforeSecondFactor?: true;
  /** The screen is hidden while this module is off. */
  module?: ModuleName;
  /** The entry in the menu and the command palette; without it, only links of other screens lead here. */
  menu?: { section: (typeof SECTIONS)[number]; icon: Icon; words?: string };
};

const ROLES: Role[] = ['viewer', 'editor', 'admin', 'owner'];

export const reaches = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

export type Obstacle =
  | { kind: 'second factor' }
  | { kind: 'role'; role: Role }
  | { kind: 'module'; module: ModuleName }
  | null;

/** Returns why a session may not see a screen, or null. The server decides by itself; this only avoids a dead end. */
export function denialOf(
  { role, module, beforeSecondFactor }: Pick<Screen, 'role' | 'module' | 'beforeSecondFactor'>,
  session: Session,
): Obstacle {
  if (session.secondFactorNeeded && !beforeSecondFactor) return { kind: 'second factor' };
  if (role && !reaches(session.actor.role, role)) return { kind: 'role', role };
  if (module && !session.tenant.modules.includes(module)) return { kind: 'module', module };
  return null;
}
