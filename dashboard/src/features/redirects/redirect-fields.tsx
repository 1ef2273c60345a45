import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { MomentInput } from '../content/inputs/time-input.tsx';
import type { Redirect } from './redirect-state.tsx';

export type RedirectValues = Pick<
  Redirect,
  'from' | 'to' | 'match' | 'query' | 'activeFrom' | 'activeUntil'
> & {
  statusCode: string;
  notes: string;
};

export const NO_VALUES: RedirectValues = {
  from: '',
  to: '',
  statusCode: '301',
  match: 'exact',
  query: 'keep',
  activeFrom: null,
  activeUntil: null,
  notes: '',
};

export const valuesOf = (redirect: Redirect): RedirectValues => ({
  from: redirect.from,
  to: redirect.to,
  statusCode: String(redirect.statusCode),
  match: redirect.match,
  query: redirect.query,
  activeFrom: redirect.activeFrom,
  activeUntil: redirect.activeUntil,
  notes: redirect.notes ?? '',
});

const GONE = '410';

export const bodyOf = ({ statusCode, notes, to, ...rest }: RedirectValues) => ({
  ...rest,
  to: statusCode === GONE ? '' : to,
  statusCode: Number(statusCode) as Redirect['statusCode'],
  notes: notes || null,
});

const CODES = [
  { value: '301', label: '301, moved for good' },
  { value: '302', label: '302, for now' },
  { value: '307', label: '307, for now, forms included' },
  { value: '308', label: '308, for good, forms included' },
  { value: GONE, label: '410, gone for good' },
];

export function RedirectFields({
  form,
  readOnly = false,
}: {
  form: UseFormReturnType<RedirectValues>;
  readOnly?: boolean;
}) {
  const field = (name: keyof RedirectValues) => ({
    ...form.getInputProps(name),
    'data-path': name,
    readOnly,
  });
  return (
    <>
      <TextInput
        label="From"
        description="A path of the site, such as /old-page"
        required
        maxLength={2000}
        data-autofocus
        {...field('from')}
      />
      {form.values.statusCode !== GONE && (
        <TextInput
          label="To"
          description="A path of the site, or an address elsewhere with https://"
          required
          maxLength={2000}
          {...field('to')}
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select label="Code" allowDeselect={false} data={CODES} {...field('statusCode')} />
        <Select
          label="Applies to"
          allowDeselect={false}
          data={[
            { value: 'exact', label: 'This path alone' },
            { value: 'prefix', label: 'And everything below it' },
          ]}
          {...field('match')}
        />
        <Select
          label="Query (after the ?)"
          allowDeselect={false}
          data={[
            { value: 'keep', label: 'Is kept' },
            { value: 'drop', label: 'Is dropped' },
          ]}
          {...field('query')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <MomentInput label="Active from" {...field('activeFrom')} />
        <MomentInput label="Active until" {...field('activeUntil')} />
      </SimpleGrid>
      <Textarea label="Notes" autosize maxLength={1000} {...field('notes')} />
    </>
  );
}
