/** What this person may do with the entries of a content type; screens do not offer what the server would refuse. */
import { reaches } from './screen.ts';
import type { Session } from './session.ts';
import { useSession } from './use-session.ts';

export type TypeRights = NonNullable<Session['actor']['contentTypes']>;
export type TypeRight = TypeRights[string];

const ORDER: TypeRight[] = ['none', 'read', 'write', 'publish'];

export const rightOn = (limits: TypeRights | null, type: string): TypeRight =>
  limits === null ? 'publish' : Object.hasOwn(limits, type) ? limits[type]! : (limits['*'] ?? 'none');

/** An editor may do with a type what their limits say; a viewer reads at most. */
export function useRights(): (type: string, needed: TypeRight) => boolean {
  const { role, contentTypes } = useSession().actor;
  return (type, needed) =>
    (needed === 'read' || reaches(role, 'editor')) &&
    ORDER.indexOf(rightOn(contentTypes, type)) >= ORDER.indexOf(needed);
}

/** True for an editor without limits: types, languages and other things of all entries. */
export function useHasEveryType(): boolean {
  const { role, contentTypes } = useSession().actor;
  return reaches(role, 'editor') && contentTypes === null;
}
