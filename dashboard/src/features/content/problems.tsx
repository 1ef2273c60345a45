import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { fieldErrors } from '../../ui/explain.ts';
import { blocksOf, type ContentType, type Field, fieldsOf, type Item, labelOf } from './fields.ts';

/** Lists the server's validation errors by the labels of their fields, including fields of another locale. */
export function Problems({ error, type, title }: { error: unknown; type: ContentType; title?: string }) {
  const problems = fieldErrors(error);
  if (problems === null) return <ErrorNotice error={error} />;
  return <ProblemList problems={problems} type={type} title={title} />;
}

export function ProblemList(props: {
  problems: Record<string, ReactNode>;
  type: ContentType;
  title?: string;
}) {
  const { problems, type, title = 'Something is not right yet' } = props;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} role="alert">
      <List size="sm">
        {Object.entries(problems).map(([path, message]) => (
          <List.Item key={path}>
            {placeInWords(path, type)}: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

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
