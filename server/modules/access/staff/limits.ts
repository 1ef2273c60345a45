/** The content types that a member or a key is limited to (decision 78). */
import { type Role, reaches } from '#kernel/auth/actor.ts';
import { OTHER_TYPES, type TypeRights } from '#kernel/auth/type-rights.ts';
import { invalid } from '#kernel/errors.ts';

/** Admins can change every limit, so none holds for them, also not one that a program from before left on an editor it promoted. */
export const limitsOf = (role: Role, stored: string | null): TypeRights | null =>
  stored === null || reaches(role, 'admin') ? null : JSON.parse(stored);

/** No type has a longer name, and every request of the caller reads its limit. */
const NAME = /^[a-z][a-z0-9_-]{0,62}$/;

/** A type may be named before it exists, as types that come from a repository are. */
export function assertNames(rights: TypeRights | null | undefined): void {
  const wrong = Object.keys(rights ?? {}).filter((name) => name !== OTHER_TYPES && !NAME.test(name));
  if (wrong.length === 0) return;
  throw invalid(
    wrong.map((name) => ({
      path: `contentTypes.${name}`,
      code: 'invalid_format',
      message: 'must be the name of a content type, or * for all others',
    })),
  );
}
