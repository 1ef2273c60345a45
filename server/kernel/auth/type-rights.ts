/** The content types that a caller is limited to, and what it may do with the entries of each. */
import { forbidden } from '#kernel/errors.ts';

/** Each includes the one before it. */
export const TYPE_RIGHTS = ['none', 'read', 'write', 'publish'] as const;
export type TypeRight = (typeof TYPE_RIGHTS)[number];

/** By the name of the type; `*` stands for all that are not named, also those that are made later. */
export type TypeRights = Record<string, TypeRight>;
export const OTHER_TYPES = '*';

/** What a caller brings: without limits, or with null, every right on every type. */
export type Limited = { contentTypes?: TypeRights | null };

export const isLimited = ({ contentTypes }: Limited): boolean => contentTypes != null;

export function rightOn({ contentTypes }: Limited, type: string): TypeRight {
  if (contentTypes == null) return 'publish';
  if (Object.hasOwn(contentTypes, type)) return contentTypes[type]!;
  return contentTypes[OTHER_TYPES] ?? 'none';
}

export const hasRight = (caller: Limited, type: string, needed: TypeRight): boolean =>
  TYPE_RIGHTS.indexOf(rightOn(caller, type)) >= TYPE_RIGHTS.indexOf(needed);

/** Names the type and the missing right. */
export function assertRight(caller: Limited, type: string, needed: TypeRight): void {
  if (hasRight(caller, type, needed)) return;
  throw forbidden(
    `You may not ${needed} entries of the type ${type}. Ask an admin for this right, or use a key that has it.`,
    { contentType: type, right: needed },
  );
}

/** For what shows or changes entries of any type at once. */
export function assertEveryType(caller: Limited): void {
  if (!isLimited(caller)) return;
  throw forbidden(
    'This concerns entries of every content type, and you are limited to some. Ask somebody without that limit.',
    { contentTypes: 'all' },
  );
}
