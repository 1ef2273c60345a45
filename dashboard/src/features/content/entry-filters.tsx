/** The filters of the list of entries; a type adds its fields with few values. */
import { Select } from '@mantine/core';
import type { Input } from '../../../../sdk/client.ts';
import { FilterBar, type FilterField } from '../../ui/filter-bar.tsx';
import { chosenFrom, oneOf } from '../../ui/filter-fields.tsx';
import { type Filters, useFilters } from '../../ui/use-filters.ts';
import { useProperties } from '../redirects/property-select.tsx';
import { SCHEDULED, STATUSES } from './entry-status.tsx';
import { type ContentType, type Field, fieldsOf, labelOf } from './fields.ts';
import { withChoice } from './where.ts';

type Query = NonNullable<Input<'listEntries'>['query']>;
type Name = 'q' | 'type' | 'status' | 'where' | 'sort' | 'propertyId';
export type EntryFilterValues = Filters<Name>;

export const useEntryFilters = () => useFilters('q', 'type', 'status', 'where', 'sort', 'propertyId');

/** Translates the filters into an API query. `sort` includes the direction: `-title` is from Z to A. */
export function queryOf({ sort, status, ...rest }: EntryFilterValues): Query {
  const by = sort?.replace(/^-/, '');
  return {
    ...rest,
    ...(status === SCHEDULED ? { scheduled: true } : { status: status as Query['status'] }),
    ...(by && { sort: by, order: sort!.startsWith('-') ? 'desc' : 'asc' }),
  };
}

const SORTABLE = new Set(['text', 'number', 'datetime', 'slug', 'boolean']);
const TIMES = [
  { value: '-createdAt', label: 'Newest first' },
  { value: '-updatedAt', label: 'Latest change first' },
  { value: 'createdAt', label: 'Oldest first' },
];

const STATUS_WORDS = {
  ...Object.fromEntries(Object.entries(STATUSES).map(([value, { label }]) => [value, label])),
  [SCHEDULED]: 'Scheduled',
};

/** Fields belong to a type, so a change of type clears the filters on fields. */
const NO_FIELDS = { where: undefined, sort: undefined };

export function EntryFilters(props: {
  filters: EntryFilterValues;
  filter: (change: EntryFilterValues) => void;
  types: ContentType[];
}) {
  const { filters, filter, types } = props;
  const sites = useProperties();
  const type = types.find(({ name }) => name === filters.type);
  const fields = type === undefined ? [] : fieldsOf(type);
  const sorts = fields
    .filter(({ kind, multiple }) => SORTABLE.has(kind) && !multiple)
    .map((field) => ({ value: field.name, label: `By ${labelOf(field).toLowerCase()}` }));
  const offered: FilterField<Name>[] = [
    oneOf('Status', 'status', STATUS_WORDS),
    {
      ...chosenFrom<Name>(
        'Type',
        'type',
        () => types.map(({ name, title }) => ({ value: name, label: title })),
        () => NO_FIELDS,
      ),
      without: () => ({ type: undefined, ...NO_FIELDS }),
    },
    ...(sites.length > 1 || filters.propertyId !== undefined
      ? [
          chosenFrom<Name>('Site', 'propertyId', () =>
            sites.map(({ id, name }) => ({ value: id, label: name })),
          ),
        ]
      : []),
    ...fields.filter(isChoice).map(choiceOf),
  ];
  return (
    <FilterBar
      fields={offered}
      filters={filters}
      change={filter}
      search={{ name: 'q', label: 'Search entries', placeholder: 'Words of the text' }}
    >
      <Select
        aria-label="Order"
        w={170}
        allowDeselect={false}
        data={[...TIMES, ...sorts]}
        value={filters.sort ?? '-createdAt'}
        onChange={(sort) => filter({ sort: sort === '-createdAt' ? undefined : (sort ?? undefined) })}
      />
    </FilterBar>
  );
}

const isChoice = ({ kind, localised }: Field) => (kind === 'select' || kind === 'boolean') && !localised;

/** A field with few values is filtered by choosing one of them; the choices of all fields are one parameter, `where`. */
function choiceOf(field: Field): FilterField<Name> {
  const words =
    field.kind === 'boolean'
      ? { true: 'Yes', false: 'No' }
      : Object.fromEntries((field.options ?? []).map((option) => [option, option]));
  const { inWords, control } = oneOf(labelOf(field), field.name, words);
  const { read, write } = withChoice(field);
  return {
    label: labelOf(field),
    names: ['where'],
    isSet: ({ where }) => read(where) !== undefined,
    without: ({ where }) => ({ where: write(where, undefined) }),
    inWords: ({ where }) => inWords({ [field.name]: read(where) }),
    control: ({ where }, change) =>
      control({ [field.name]: read(where) }, (chosen) => change({ where: write(where, chosen[field.name]) })),
  };
}
