import { Button, Collapse, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { TimeFilter } from '../../ui/time-filter.tsx';
import { useList } from '../../ui/use-data.ts';
import type { Filters } from '../../ui/use-filters.ts';

export const FILTERS = ['keyId', 'method', 'status', 'path', 'requestId', 'since', 'until'] as const;
export type RequestFilters = Filters<(typeof FILTERS)[number]>;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const STATUSES = [
  { value: 'failed', label: 'Failed' },
  { value: '2xx', label: '2xx, succeeded' },
  { value: '4xx', label: '4xx, refused' },
  { value: '5xx', label: '5xx, our fault' },
];
const NOTHING = Object.fromEntries(FILTERS.map((name) => [name, undefined])) as RequestFilters;

type Props = { filters: RequestFilters; filter: (change: RequestFilters) => void };

const MORE = ['path', 'requestId', 'since', 'until'] as const;

export function RequestFilterBar({ filters, filter }: Props) {
  const keys = useList('listApiKeys', { query: { limit: 100 } });
  const inUse = MORE.filter((name) => filters[name] !== undefined).length;
  const [opened, setOpened] = useState(inUse > 0);
  return (
    <div>
      <Group gap="sm" align="flex-end">
        <Select
          label="Key"
          placeholder="All"
          clearable
          searchable
          data={keys.rows.map(({ id, label, keyId }) => ({ value: id, label: `${label} (${keyId})` }))}
          value={filters.keyId ?? null}
          onChange={(keyId) => filter({ keyId: keyId ?? undefined })}
        />
        <Select
          label="Status"
          placeholder="All"
          clearable
          w={150}
          data={STATUSES}
          value={filters.status ?? null}
          onChange={(status) => filter({ status: status ?? undefined })}
        />
        <Select
          label="Method"
          placeholder="All"
          clearable
          w={120}
          data={METHODS}
          value={filters.method ?? null}
          onChange={(method) => filter({ method: method ?? undefined })}
        />
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} />}
          aria-expanded={opened}
          onClick={() => setOpened((before) => !before)}
        >
          {inUse === 0 ? 'More filters' : `More filters (${inUse})`}
        </Button>
        {Object.keys(filters).length > 0 && (
          <Button variant="subtle" leftSection={<IconX size={14} />} onClick={() => filter(NOTHING)}>
            Clear
          </Button>
        )}
      </Group>
      <Collapse expanded={opened}>
        <Group gap="sm" align="flex-end" mt="sm">
          <Typed
            label="Path begins with"
            placeholder="/v1/crm/orders"
            value={filters.path}
            onChange={(path) => filter({ path })}
          />
          <Typed
            label="Request id"
            placeholder="X-Request-Id"
            value={filters.requestId}
            onChange={(requestId) => filter({ requestId })}
          />
          <TimeFilter filters={filters} filter={filter} />
        </Group>
      </Collapse>
    </div>
  );
}

function Typed(props: {
  label: string;
  placeholder: string;
  value: string | undefined;
  onChange: (text: string | undefined) => void;
}) {
  const { value = '', onChange, ...rest } = props;
  const [text, setText] = useState(value);
  const tell = useDebouncedCallback((next: string) => onChange(next.trim() || undefined), 250);
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value]);
  return (
    <TextInput
      {...rest}
      maxLength={128}
      w={190}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
    />
  );
}
