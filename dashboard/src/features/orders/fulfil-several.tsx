/** Marks several orders as sent: a table with the tracking number and the carrier of each. */
import { Table, Text, TextInput } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, memo, useCallback, useState } from 'react';
import { api } from '../../api.ts';
import { counted } from '../../ui/formats.ts';
import { Run } from '../../ui/run-dialog.tsx';
import { useKept } from '../../ui/use-kept.ts';
import { AFFECTED, leftOut } from './affected.ts';
import { optionalText } from './optional-text.ts';
import type { ListedOrder } from './order-columns.tsx';

type Parcel = { number: string; carrier: string };
type Values = { carrier: string; parcels: Record<string, Parcel> };

const NO_PARCEL: Parcel = { number: '', carrier: '' };
const NOTHING: Values = { carrier: '', parcels: {} };
/** So many orders have fields; more of them are sent by file or by the API. */
const MOST_FIELDS = 100;

export default function FulfilSeveral(props: {
  orders: ListedOrder[];
  /** How many of the selected orders are not in a state for this. */
  others: number;
  clear: () => void;
  close: () => void;
}) {
  const { orders, others, clear, close } = props;
  const [values, setValues] = useState(NOTHING);
  const base = orders.map(({ id }) => id);
  const isDirty = JSON.stringify(values) !== JSON.stringify(NOTHING);
  useKept({ name: 'fulfil several', base, values, isDirty, restore: setValues });
  const fill = useCallback(
    (changes: [id: string, change: Partial<Parcel>][]) =>
      setValues((now) => {
        const parcels = { ...now.parcels };
        for (const [id, change] of changes) parcels[id] = { ...NO_PARCEL, ...parcels[id], ...change };
        return { ...now, parcels };
      }),
    [],
  );
  const pasted = useCallback(
    (event: ClipboardEvent<HTMLInputElement>, place: number) => {
      const lines = event.clipboardData.getData('text').trim().split(/\r?\n/);
      if (lines.length === 1) return;
      event.preventDefault();
      fill(
        orders.slice(place, Math.min(place + lines.length, MOST_FIELDS)).map(({ id }, n) => {
          const [number = '', carrier] = lines[n]!.split('\t').map((cell) => cell.trim());
          return [id, { number, ...(carrier && { carrier }) }];
        }),
      );
    },
    [orders, fill],
  );
  const trackingOf = (id: string) => {
    const { number, carrier } = values.parcels[id] ?? NO_PARCEL;
    const told = {
      number: optionalText(number),
      carrier: optionalText(carrier) ?? optionalText(values.carrier),
    };
    return told.number === undefined && told.carrier === undefined ? undefined : told;
  };
  const count = counted(orders.length, 'order');
  return (
    <Run
      action={`Fulfil ${count}`}
      rows={orders}
      nameOf={({ id, orderNumber }) => {
        const number = trackingOf(id)?.number;
        return number === undefined ? orderNumber : `${orderNumber} (${number})`;
      }}
      run={({ id }) => api.fulfillOrder({ path: { id }, body: { tracking: trackingOf(id) } })}
      said={(number) => `${counted(number, 'order')} fulfilled`}
      invalidates={['getOrder', ...AFFECTED]}
      done={clear}
      close={close}
    >
      All open units of these orders are marked as sent; this cannot be undone. A column that was copied from
      a sheet fills the fields from the one where it is pasted.
      <TextInput
        label="Carrier of all"
        description="Optional; of orders without another one below."
        mt="sm"
        maxLength={100}
        value={values.carrier}
        onChange={({ currentTarget: { value: carrier } }) => setValues((now) => ({ ...now, carrier }))}
      />
      <Table layout="fixed" mt="sm" horizontalSpacing={6} aria-label="Parcels">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Order</Table.Th>
            <Table.Th>Tracking number</Table.Th>
            <Table.Th>Carrier</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {orders.slice(0, MOST_FIELDS).map((order, place) => (
            <ParcelRow
              key={order.id}
              order={order}
              place={place}
              parcel={values.parcels[order.id] ?? NO_PARCEL}
              carrier={values.carrier}
              fill={fill}
              pasted={pasted}
            />
          ))}
        </Table.Tbody>
      </Table>
      {orders.length > MOST_FIELDS && (
        <p>
          {counted(orders.length - MOST_FIELDS, 'more order gets', 'more orders get')} no tracking number
          here.
        </p>
      )}
      {others > 0 && <p>{leftOut(others)}</p>}
    </Run>
  );
}

const ParcelRow = memo(function ParcelRow(props: {
  order: ListedOrder;
  place: number;
  parcel: Parcel;
  /** Of all. */
  carrier: string;
  fill: (changes: [id: string, change: Partial<Parcel>][]) => void;
  pasted: (event: ClipboardEvent<HTMLInputElement>, place: number) => void;
}) {
  const { order, place, parcel, carrier, fill, pasted } = props;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" truncate>
          {order.orderNumber}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          <bdi>{order.customerName}</bdi>
        </Text>
      </Table.Td>
      <Table.Td>
        <TextInput
          aria-label={`Tracking number of ${order.orderNumber}`}
          data-tracking-number
          data-autofocus={place === 0 || undefined}
          maxLength={200}
          value={parcel.number}
          onChange={({ currentTarget: { value: number } }) => fill([[order.id, { number }]])}
          onPaste={(event) => pasted(event, place)}
          onKeyDown={toNext}
        />
      </Table.Td>
      <Table.Td>
        <TextInput
          aria-label={`Carrier of ${order.orderNumber}`}
          placeholder={carrier}
          maxLength={100}
          value={parcel.carrier}
          onChange={({ currentTarget }) => fill([[order.id, { carrier: currentTarget.value }]])}
        />
      </Table.Td>
    </Table.Tr>
  );
});

/** A scanner ends each number with Enter. */
function toNext(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const next = event.currentTarget.closest('tr')?.nextElementSibling;
  next?.querySelector<HTMLInputElement>('[data-tracking-number]')?.focus();
}
