/** A screen of the dashboard: where it is, who may see it, and how it is found. Each feature lists its own. */
import type { ComponentType } from 'react';
import type { ModuleName, Role, Session } from './session.ts';

export const SECTIONS = ['', 'Business', 'Content', 'Developers', 'Settings'] as const;

export type Icon = ComponentType<{ size?: number; stroke?: number }>;

export type Screen = {
  /** As in TanStack Router: `/orders/$id`. */
  path: string;
  title: string;
  /** A file of its own, loaded when it is first needed. */
  load: () => Promise<{ default: ComponentType }>;
  /** The lowest role that may see it; everyone when left out. */
  role?: Role;
  /** For those too who have yet to set up the second factor that their tenant asks for. */
  beforeSecondFactor?: true;
  /** Hidden while this module is off. */
  module?: ModuleName;
  /** In the menu and in the command palette; without it, only other screens lead here. */
  menu?: { section: (typeof SECTIONS)[number]; icon: Icon; words?: string };
};

const ROLES: Role[] = ['viewer', 'editor', 'admin', 'owner'];

export const reaches = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

export type Obstacle =
  | { kind: 'second factor' }
  | { kind: 'role'; role: Role }
  | { kind: 'module'; module: ModuleName }
  | null;

/** Why a screen is not for this session, if it is not. The server decides for itself; this only spares a dead end. */
export function denialOf(
  { role, module, beforeSecondFactor }: Pick<Screen, 'role' | 'module' | 'beforeSecondFactor'>,
  session: Session,
): Obstacle {
  if (session.secondFactorNeeded && !beforeSecondFactor) return { kind: 'second factor' };
  if (role && !reaches(session.actor.role, role)) return { kind: 'role', role };
  if (module && !session.tenant.modules.includes(module)) return { kind: 'module', module };
  return null;
}
