/** The values of an entry as the reader asked for them: links followed, rich text as HTML, the members of groups that are wanted. */
import type { Field, Item } from '../fields/field.ts';
import { type Block, kindOfBlock } from '../fields/structure.ts';
import type { Wanted } from './view.ts';

export type Shaper = {
  /** Returns what takes the place of the id; null: visitors do not get it. */
  link(kind: 'entry' | 'asset', id: string, wanted: Wanted): unknown;
  richText(document: unknown): unknown;
};

export function shape(item: Item, value: unknown, wanted: Wanted | undefined, shaper: Shaper): unknown {
  if (value === null || value === undefined) return value;
  switch (item.kind) {
    case 'list':
      return (value as unknown[])
        .map((one) => shape(item.of!, one, wanted, shaper))
        .filter((one) => one !== null);
    case 'group':
      return shapeMembers(item.fields!, value as Record<string, unknown>, wanted, shaper);
    case 'blocks':
      return (value as Block[]).map((block) => {
        const fields = kindOfBlock(item, block)?.fields ?? [];
        return { id: block.id, type: block.type, ...shapeMembers(fields, block, wanted, shaper) };
      });
    case 'reference':
      return wanted?.isFollowed ? shaper.link('entry', value as string, wanted) : value;
    case 'media':
      return wanted?.isFollowed ? shaper.link('asset', value as string, wanted) : value;
    case 'richtext':
      return shaper.richText(value);
    default:
      return value;
  }
}

/** The members of a group or block. */
function shapeMembers(
  fields: Field[],
  value: Record<string, unknown>,
  wanted: Wanted | undefined,
  shaper: Shaper,
): Record<string, unknown> {
  const shown = wanted?.fields ?? null;
  const members = fields.filter(({ name }) => Object.hasOwn(value, name) && (shown?.has(name) ?? true));
  return Object.fromEntries(
    members.map((field) => [
      field.name,
      shape(field, value[field.name], wanted?.inside.get(field.name), shaper),
    ]),
  );
}
