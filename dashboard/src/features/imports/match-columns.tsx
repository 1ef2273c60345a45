import { Alert, Button, Checkbox, Group, Select, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../session/use-session.ts';
import { CURRENCIES } from '../../ui/currency.ts';
import { counted, formatNumber } from '../../ui/formats.ts';
import { Panel } from '../../ui/panel.tsx';
import { type FieldGroup, type Matching, mappingOf, match, missing } from './columns.ts';
import type { Decimal, Delimiter, FileHead } from './file-head.ts';
import type { Kind } from './kind.ts';
import type { Existing, Wish } from './wish.ts';

const DELIMITERS: { value: Delimiter; label: string }[] = [
  { value: 'comma', label: 'Comma' },
  { value: 'semicolon', label: 'Semicolon' },
  { value: 'tab', label: 'Tab' },
];

const DECIMALS: { value: Decimal; label: string }[] = [
  { value: 'point', label: 'With a point: 1234.50' },
  { value: 'comma', label: 'With a comma: 1.234,50' },
];

const EXISTING: { value: Existing; label: string }[] = [
  { value: 'update', label: 'Are changed to what the file has' },
  { value: 'skip', label: 'Stay as they are' },
  { value: 'refuse', label: 'Are errors' },
];

export function MatchColumns(props: {
  kind: Kind;
  file: File;
  head: FileHead;
  checking: boolean;
  check: (wish: Wish) => void;
  back: () => void;
}) {
  const { kind, file, head } = props;
  const [matching, setMatching] = useState<Matching>(() => match(kind.fields, head.columns));
  const [existing, setExisting] = useState<Existing>('update');
  const [createCustomers, setCreateCustomers] = useState(true);
  const [isWhole, setIsWhole] = useState(false);
  const [decimal, setDecimal] = useState(head.decimal);
  const [currency, setCurrency] = useState(useSession().tenant.currency);
  const lacking = head.format === 'csv' ? missing(kind.fields, matching) : [];
  const check = () =>
    props.check({
      file,
      format: head.format,
      delimiter: head.delimiter,
      decimal,
      mapping: mappingOf(matching),
      createCustomers,
      existing,
      currency,
      errorPolicy: isWhole ? 'reject_all' : 'reject_failed',
    });
  return (
    <Panel title={file.name} description={describe(kind, head, file.size)}>
      {head.format === 'csv' && <Columns kind={kind} head={head} matching={matching} change={setMatching} />}
      {lacking.length > 0 && (
        <Alert color="yellow" title={`No column is ${lacking.join(', and none is ')}`}>
          Every {kind.noun} needs them. Choose the columns that contain them.
        </Alert>
      )}
      <Stack gap="sm">
        {kind.noun === 'order' ? (
          <Checkbox
            label="Create customers that are not known yet"
            description="Recognised by their e-mail address. Otherwise their orders are errors."
            checked={createCustomers}
            onChange={(event) => setCreateCustomers(event.currentTarget.checked)}
          />
        ) : (
          <Select
            label="Products that exist already"
            description="Recognised by their handle"
            allowDeselect={false}
            maw={320}
            data={EXISTING}
            value={existing}
            onChange={(value) => setExisting(value as Existing)}
          />
        )}
        <Checkbox
          label="All or nothing"
          description={`One invalid ${kind.noun}, and none is imported. Otherwise the valid ones are.`}
          checked={isWhole}
          onChange={(event) => setIsWhole(event.currentTarget.checked)}
        />
        {head.format === 'csv' && (
          <Select
            label="Numbers are written"
            allowDeselect={false}
            maw={320}
            data={DECIMALS}
            value={decimal}
            onChange={(value) => setDecimal(value as Decimal)}
          />
        )}
        {Object.values(matching).includes('placedAt') && (
          <Text size="sm" c="dimmed">
            Dates such as 2026-03-01 14:30 or 01.03.2026 are in the time zone of the tenant. Without an order
            date, an order is placed now.
          </Text>
        )}
        <Select
          label="Currency where the file names none"
          searchable
          allowDeselect={false}
          maw={320}
          data={CURRENCIES}
          value={currency}
          onChange={(code) => setCurrency(code!)}
        />
      </Stack>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={props.back}>
          Choose another file
        </Button>
        <Button disabled={lacking.length > 0} loading={props.checking} onClick={check}>
          Check the file
        </Button>
      </Group>
    </Panel>
  );
}

function Columns(props: {
  kind: Kind;
  head: FileHead;
  matching: Matching;
  change: (matching: Matching) => void;
}) {
  const { kind, head, matching, change } = props;
  const groups: FieldGroup[] = kind.fields.groups;
  // A field has one column: choosing a field for another column removes it from the former one.
  const choose = (column: string, field: string | null) =>
    change({
      ...Object.fromEntries(
        Object.entries(matching).map(([name, taken]) => [name, taken === field ? null : taken]),
      ),
      [column]: field,
    });
  return (
    <Table
      verticalSpacing="xs"
      horizontalSpacing="xs"
      aria-label="Columns"
      style={{ overflowWrap: 'anywhere' }}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Column of the file</Table.Th>
          <Table.Th visibleFrom="sm">For example</Table.Th>
          <Table.Th w="45%">Field of the {kind.noun}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {head.columns.map((column, index) => (
          <Table.Tr key={column}>
            <Table.Td fw={500}>{column}</Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm" c="dimmed" lineClamp={1}>
                {head.samples.flatMap((row) => row[index] || []).join(', ') || '–'}
              </Text>
            </Table.Td>
            <Table.Td>
              <Select
                aria-label={`Field for ${column}`}
                placeholder="Not used"
                clearable
                searchable
                data={groups}
                value={matching[column] ?? null}
                onChange={(field) => choose(column, field)}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function describe({ line }: Kind, head: FileHead, bytes: number): string {
  const size = formatNumber(bytes / (bytes < 1_000_000 ? 1e3 : 1e6), {
    style: 'unit',
    unit: bytes < 1_000_000 ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: 1,
  });
  if (head.format === 'ndjson') return `NDJSON, ${size}: ${line}.`;
  const { label } = DELIMITERS.find(({ value }) => value === head.delimiter)!;
  return `CSV, ${size}, ${counted(head.columns.length, 'column')}, separated by ${label.toLowerCase()}.`;
}
