/** Names the place of a value in an entry by the labels of its type. */
import { blocksOf, type ContentType, type Field, fieldsOf, type Item, labelOf } from './fields.ts';

/** Turns `fields.tags.2` into "Tags 3", `fields.title.de` into "Title (de)", and `fields.body.0.line.de` into "Body 1 line (de)". */
export function placeInWords(path: string, type: ContentType): string {
  const [name = '', ...rest] = path
    .replace(/^fields\./, '')
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.');
  const field = fieldsOf(type).find((one) => one.name === name);
  if (field === undefined) return path;
  const [locale, inside] = field.localised ? [rest[0], rest.slice(1)] : [undefined, rest];
  const within = inside
    .map((part, at) => {
      if (/^\d+$/.test(part)) return String(Number(part) + 1);
      return at > 0 && isLocalisedIn(type, inside[at - 1]!) ? `(${part})` : part;
    })
    .join(' ');
  return [labelOf(field), locale && `(${locale})`, within].filter(Boolean).join(' ');
}

/** True if a field inside of a group or block, by its name, has values per locale. */
function isLocalisedIn(type: ContentType, name: string): boolean {
  const isFound = (items: Item[]): boolean =>
    items.some(
      (item) =>
        ((item as Field).name === name && item.localised === true) ||
        isFound([...(item.of ? [item.of] : []), ...(item.fields ?? [])]),
    );
  return isFound([...fieldsOf(type), ...[...blocksOf(type).values()].flatMap(({ fields }) => fields)]);
}
