import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useAction } from '../../ui/use-data.ts';
import { type Customer, CustomerPicker } from './customer-picker.tsx';
import classes from './merge.module.css';

export const openMerge = (customer: Customer) =>
  openDialog('Merge a duplicate', (close) => <Merge survivor={customer} close={close} />, 'xl');

/** Shows a dry run first: the server merges and rolls back, so the preview is exact. */
function Merge({ survivor, close }: { survivor: Customer; close: () => void }) {
  const [other, setOther] = useState<Customer | null>(null);
  const [isAsked, setAsked] = useState(false);
  const path = { id: survivor.id };
  const body = { from: other?.id ?? '' };
  const preview = useQuery({
    queryKey: ['mergeCustomer', survivor.id, survivor.version, other?.id],
    queryFn: async () => (await api.mergeCustomer({ path, body, query: { dryRun: true } })).data,
    enabled: other !== null,
    staleTime: 0,
  });
  const merge = useAction(() => api.mergeCustomer({ path, body }), {
    invalidates: [
      'getCustomer',
      'listCustomers',
      'listCustomerOrders',
      'listCustomerTimeline',
      'getCustomerTotals',
      'listOrders',
    ],
    successMessage: 'The customers are merged',
    showsFailure: true,
    done: close,
  });
  return (
    <Stack>
      <CustomerPicker
        label="The duplicate"
        description={`It becomes part of ${survivor.name}.`}
        value={other?.id ?? null}
        onChange={setOther}
        except={survivor.id}
        type={survivor.type}
        error={isAsked && other === null ? 'Choose the duplicate first' : undefined}
      />
      {other !== null && preview.data && (
        <Comparison survivor={survivor} other={other} after={preview.data} />
      )}
      {other !== null && <ErrorNotice error={preview.error} />}
      <ErrorNotice error={merge.error} />
      <Group justify="flex-end" gap="sm" className={classes.actions}>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          color="red"
          loading={merge.isPending || preview.isFetching}
          onClick={() => (preview.data === undefined ? setAsked(true) : merge.mutate())}
        >
          Merge
        </Button>
      </Group>
    </Stack>
  );
}

const ROWS: [label: string, value: (customer: Customer) => string][] = [
  ['Name', (customer) => customer.name],
  ['E-mails', (customer) => customer.emails.join(', ')],
  ['Phones', (customer) => customer.phones.join(', ')],
  ['Tags', (customer) => customer.tags.join(', ')],
  ['Reference', (customer) => customer.externalId ?? ''],
  ['Addresses', (customer) => String(customer.addresses.length)],
  ['Notes', (customer) => customer.notes ?? ''],
];

const COLUMNS = ['This one', 'The duplicate', 'Afterwards'];

function Comparison(props: Record<'survivor' | 'other' | 'after', Customer>) {
  const { survivor, other, after } = props;
  return (
    <>
      <Table verticalSpacing={6} layout="fixed" aria-label="What will be kept" className={classes.comparison}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={96}>{''}</Table.Th>
            {COLUMNS.map((column) => (
              <Table.Th key={column}>{column}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {ROWS.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" fw={400} c="dimmed">
                {label}
              </Table.Th>
              {[survivor, other, after].map((customer, index) => (
                <Table.Td key={COLUMNS[index]} data-label={COLUMNS[index]} fw={index === 2 ? 500 : undefined}>
                  {value(customer) || '–'}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Alert color="gray" icon={<IconGitMerge aria-hidden />}>
        <Text size="sm">
          All orders of {other.name} move over. Its id keeps leading here, but it cannot be taken apart again.
        </Text>
      </Alert>
    </>
  );
}
