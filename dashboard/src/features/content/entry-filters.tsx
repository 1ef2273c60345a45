import { Group, Select } from '@mantine/core';
import type { Input } from '../../../../sdk/client.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { type Filters, useFilters } from '../../ui/use-filters.ts';
import { PropertySelect } from '../redirects/property-select.tsx';
import { STATUSES } from './entry-status.tsx';
import { type ContentType, type Field, fieldsOf, labelOf } from './fields.ts';

type Query = NonNullable<Input<'listEntries'>['query']>;
type Name = 'q' | 'type' | 'status' | 'where' | 'sort' | 'propertyId';
export type EntryFilterValues = Filters<Name>;

export const useEntryFilters = () => useFilters('q', 'type', 'status', 'where', 'sort', 'propertyId');

/** The filter offers this as one more status; in the API it is a separate condition. */
export const SCHEDULED = 'scheduled';

/** Translates the filters into an API query. `sort` includes the direction: `-title` is from Z to A. */
export function queryOf({ sort, status, ...rest }: EntryFilterValues): Query {
  const by = sort?.replace(/^-/, '');
  return {
    ...rest,
    ...(status === SCHEDULED ? { scheduled: true } : { status: status as Query['status'] }),
    ...(by && { sort: by, order: sort!.startsWith('-') ? 'desc' : 'asc' }),
  };
}

/** Fits two inputs beside each other on a telephone. */
const NARROW = { base: 'calc(50% - 6px)', xs: 170 };

const SORTABLE = new Set(['text', 'number', 'datetime', 'slug', 'boolean']);
const TIMES = [
  { value: '-createdAt', label: 'Newest first' },
  { value: '-updatedAt', label: 'Latest change first' },
  { value: 'createdAt', label: 'Oldest first' },
];

export function EntryFilters(props: {
  filters: EntryFilterValues;
  filter: (change: EntryFilterValues) => void;
  types: ContentType[];
}) {
  const { filters, filter, types } = props;
  const type = types.find(({ name }) => name === filters.type);
  const fields = type === undefined ? [] : fieldsOf(type);
  const sorts = fields
    .filter(({ kind, multiple }) => SORTABLE.has(kind) && !multiple)
    .map((field) => ({ value: field.name, label: `By ${labelOf(field).toLowerCase()}` }));
  return (
    <Group gap="sm">
      <SearchInput
        label="Search entries"
        placeholder="Words of the text"
        value={filters.q}
        onChange={(q) => filter({ q })}
      />
      <Select
        aria-label="Type"
        placeholder="Every type"
        clearable
        w={NARROW}
        data={types.map(({ name, title }) => ({ value: name, label: title }))}
        value={filters.type ?? null}
        // Fields belong to a type, so a change of type clears the filters on fields.
        onChange={(name) => filter({ type: name ?? undefined, where: undefined, sort: undefined })}
      />
      <Select
        aria-label="Status"
        placeholder="Every status"
        clearable
        w={NARROW}
        data={[
          ...Object.entries(STATUSES).map(([value, { label }]) => ({ value, label })),
          { value: SCHEDULED, label: 'Scheduled' },
        ]}
        value={filters.status ?? null}
        onChange={(status) => filter({ status: status ?? undefined })}
      />
      <PropertySelect
        aria-label="Site"
        placeholder="Every site"
        w={NARROW}
        value={filters.propertyId}
        onChange={(id) => filter({ propertyId: id ?? undefined })}
      />
      {fields.filter(isChoice).map((field) => (
        <FieldFilter
          key={field.name}
          field={field}
          where={filters.where}
          change={(where) => filter({ where })}
        />
      ))}
      <Select
        aria-label="Order"
        w={NARROW}
        allowDeselect={false}
        data={[...TIMES, ...sorts]}
        value={filters.sort ?? '-createdAt'}
        onChange={(sort) => filter({ sort: sort === '-createdAt' ? undefined : (sort ?? undefined) })}
      />
    </Group>
  );
}

const isChoice = ({ kind, localised }: Field) => (kind === 'select' || kind === 'boolean') && !localised;

/** A field with few values is filtered by choosing one of them. */
function FieldFilter(props: { field: Field; where: string | undefined; change: (where?: string) => void }) {
  const { field, where, change } = props;
  const asked = readWhere(where);
  const { [field.name]: chosen, ...others } = asked;
  const yesOrNo = [
    { value: 'true', label: `${labelOf(field)}: yes` },
    { value: 'false', label: `${labelOf(field)}: no` },
  ];
  const choose = (value: string | null) => {
    const wanted = field.kind === 'boolean' ? value === 'true' : value;
    const next = value === null ? others : { ...others, [field.name]: wanted };
    change(Object.keys(next).length === 0 ? undefined : JSON.stringify(next));
  };
  return (
    <Select
      aria-label={labelOf(field)}
      placeholder={labelOf(field)}
      clearable
      w={NARROW}
      data={field.kind === 'boolean' ? yesOrNo : (field.options ?? [])}
      value={chosen === undefined ? null : String(chosen)}
      onChange={choose}
    />
  );
}

/** Parses with care: the value comes from the URL, which may contain anything. */
function readWhere(where: string | undefined): Record<string, unknown> {
  try {
    return JSON.parse(where ?? '{}') ?? {};
  } catch {
    return {};
  }
}
