/** Chooses the content types that a member or a key is limited to, with a right on each. */
import { Radio, Select, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { rightOn, type TypeRight, type TypeRights } from '../session/type-rights.ts';
import { useSession } from '../session/use-session.ts';
import { useList } from './use-data.ts';

const RIGHTS: { value: TypeRight; label: string }[] = [
  { value: 'none', label: 'No access' },
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
  { value: 'publish', label: 'Read, write and publish' },
];

type Props = {
  value?: TypeRights | null;
  error?: ReactNode;
  onChange?: (rights: TypeRights | null) => void;
};

/** Nothing is shown while content is off: what is chosen stays. */
export function TypeRightsInput(props: Props) {
  const hasContent = useSession().tenant.modules.includes('content');
  return hasContent ? <Choice {...props} /> : null;
}

function Choice({ value = null, error, onChange }: Props) {
  const { rows } = useList('listContentTypes', { query: { limit: 100 } });
  const types = rows.filter(({ block }) => !block);
  const known = new Set(types.map(({ name }) => name));
  // Types that are gone, or not made yet.
  const others = Object.keys(value ?? {}).filter((name) => name !== '*' && !known.has(name));
  const set = (name: string, right: TypeRight) => onChange?.({ ...value, [name]: right });
  return (
    <Stack gap="xs" data-path="contentTypes" tabIndex={-1}>
      <Radio.Group
        label="Content types"
        error={error}
        value={value === null ? 'all' : 'some'}
        onChange={(chosen) => onChange?.(chosen === 'all' ? null : { '*': 'none' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label="All" description="Also those that are made later." />
          <Radio value="some" label="These" description="With a right on each. Role and scopes hold too." />
        </Stack>
      </Radio.Group>
      {value !== null && (
        <Stack gap="xs" pl="md">
          {[
            ...types.map(({ name, title }) => ({ name, title })),
            ...others.map((name) => ({ name, title: name })),
          ].map(({ name, title }) => (
            <RightSelect
              key={name}
              label={title}
              right={rightOn(value, name)}
              set={(right) => set(name, right)}
            />
          ))}
          <RightSelect
            label="Types that are made later"
            right={value['*'] ?? 'none'}
            set={(right) => set('*', right)}
          />
          {!Object.values(value).some((right) => right !== 'none') && (
            <Text size="sm" c="dimmed">
              No content at all so far.
            </Text>
          )}
        </Stack>
      )}
    </Stack>
  );
}

function RightSelect(props: { label: string; right: TypeRight; set: (right: TypeRight) => void }) {
  const { label, right, set } = props;
  return (
    <Select
      size="xs"
      label={label}
      data={RIGHTS}
      value={right}
      allowDeselect={false}
      onChange={(chosen) => chosen && set(chosen as TypeRight)}
    />
  );
}

/** How many types, for a list. */
export function typesInWords(rights: TypeRights | null): string | null {
  if (rights === null) return null;
  const named = Object.entries(rights).filter(([name, right]) => name !== '*' && right !== 'none').length;
  const others = rights['*'] ?? 'none';
  if (others !== 'none') return 'Some content types with limits';
  return named === 0 ? 'No content' : `${named} content ${named === 1 ? 'type' : 'types'}`;
}
