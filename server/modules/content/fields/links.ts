/** Media and references: ids of assets and of other entries. Their existence is checked when all values are known. */
import { FORMATS } from '#kernel/http/body/validation.ts';
import type { Kind, Place } from './field.ts';

function readId(value: unknown, place: Place): string | undefined {
  if (typeof value === 'string' && FORMATS.uuid.test(value)) return value.toLowerCase();
  return place.wrong('wrong_format', 'must be a UUID');
}

const link = (kind: 'entry' | 'asset', takes: Kind['takes']): Kind => ({
  takes,
  read: (value, _item, place) => readId(value, place),
  keysOf: (value) => [value as string],
  shown: (value, _item, hidden) => (hidden.has(value as string) ? undefined : value),
  linksOf: (value, { types, accept }, { path }) => [
    { kind, id: value as string, path, types: types ?? accept ?? null },
  ],
});

export const media = link('asset', ['localised', 'accept']);
export const reference = link('entry', ['localised', 'unique', 'types']);
