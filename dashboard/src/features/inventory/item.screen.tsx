import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconArrowsLeftRight, IconPackages } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { api, type Item } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import classes from '../../ui/ui.module.css';
import { LIVE, useData, useList } from '../../ui/use-data.ts';
import { useGuardedForm } from '../../ui/use-guarded-form.ts';
import { When } from '../../ui/when.tsx';
import { openAdjust } from './adjust.tsx';
import { bodyOf, RuleFields, rulesOf } from './item-form.tsx';
import { useLocationName, useLocationOptions } from './locations.ts';
import { movementColumns } from './movements.tsx';
import { OrderLink } from './order-link.tsx';
import { nameOf } from './sku-title.tsx';
import { type StockItem, StockState } from './stock-state.tsx';
import { openTransfer } from './transfer.tsx';

export default function ItemScreen() {
  const { sku = '' } = useParams({ strict: false });
  const item = useData('getItem', { path: { sku } }, { refetchInterval: LIVE });
  const mayEdit = useHasRole('editor');
  return (
    <Page
      title={sku}
      back={{ to: '/inventory', label: 'Inventory' }}
      description={item.data && <Description item={item.data} />}
      actions={mayEdit && item.data && <Actions item={item.data} />}
    >
      <Loaded query={item}>
        {(data) => (
          <Stack gap="lg">
            <Panel title="Stock">
              <Facts
                facts={[
                  ['On hand', formatNumber(data.onHand)],
                  ['Reserved', formatNumber(data.reserved)],
                  ['Available', formatNumber(data.available)],
                  ...(data.short > 0 ? [['Short', formatNumber(data.short)] as [string, string]] : []),
                ]}
              />
              <Levels item={data} mayEdit={mayEdit} />
            </Panel>
            <EditRules key={data.version} item={data} mayEdit={mayEdit} />
            <Reservations sku={sku} />
            <Ledger sku={sku} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

const Description = ({ item }: { item: StockItem }) => (
  <Group gap="sm">
    {item.product && (
      <Anchor component={Link} to={`/products/${item.product.id}`} size="sm">
        <bdi>{nameOf(item.product)}</bdi>
      </Anchor>
    )}
    <StockState item={item} />
  </Group>
);

function Actions({ item }: { item: StockItem }) {
  const isMovable = useLocationOptions().length > 1;
  return (
    <>
      {isMovable && (
        <Button
          variant="default"
          leftSection={<IconArrowsLeftRight size={16} />}
          onClick={() => openTransfer(item.sku)}
        >
          Transfer
        </Button>
      )}
      <Button onClick={() => openAdjust(item, undefined)}>Adjust</Button>
    </>
  );
}

const FIGURES = [
  { name: 'On hand', key: 'onHand', from: undefined },
  { name: 'Reserved', key: 'reserved', from: 'xs' },
  { name: 'Available', key: 'available', from: undefined },
  { name: 'Short', key: 'short', from: 'sm' },
] as const;

function Levels({ item, mayEdit }: { item: StockItem; mayEdit: boolean }) {
  const locationName = useLocationName();
  if (item.levels.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No location has had this SKU yet.
      </Text>
    );
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table aria-label="Stock by location" className={classes.inCard}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Location</Table.Th>
            {FIGURES.map(({ name, from }) => (
              <Table.Th key={name} ta="right" visibleFrom={from}>
                {name}
              </Table.Th>
            ))}
            {mayEdit && <Table.Th aria-label="Actions" visibleFrom="xs" />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {item.levels.map(({ locationId, ...level }) => (
            <Table.Tr key={locationId}>
              <Table.Td>
                <bdi>{locationName(locationId)}</bdi>
              </Table.Td>
              {FIGURES.map(({ name, key, from }) => (
                <Table.Td key={name} ta="right" visibleFrom={from}>
                  {formatNumber(level[key])}
                </Table.Td>
              ))}
              {mayEdit && (
                <Table.Td ta="right" visibleFrom="xs">
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Adjust at ${locationName(locationId)}`}
                    onClick={() => openAdjust(item, locationId)}
                  >
                    Adjust
                  </Button>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function EditRules({ item, mayEdit }: { item: StockItem; mayEdit: boolean }) {
  const path = { sku: item.sku };
  const { form, submit, sending, failure, conflict } = useGuardedForm({
    seen: item,
    valuesOf: rulesOf,
    send: (values, ifMatch) => api.updateItem({ path, ifMatch, body: bodyOf(values) }),
    reload: async () => (await api.getItem({ path })).data,
    invalidates: ['getItem', 'listItems'],
    successMessage: 'The rules are saved',
  });
  return (
    <Panel title="Rules">
      <form onSubmit={submit} noValidate>
        <Stack>
          <RuleFields form={form} readOnly={!mayEdit} />
          {conflict && <ConflictNotice {...conflict} theirs={<InShort item={conflict.theirs} />} />}
          <ErrorNotice error={failure} />
          {mayEdit && (
            <Group justify="flex-end">
              <Button type="submit" loading={sending} disabled={conflict !== null || !form.isDirty()}>
                Save rules
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Panel>
  );
}

const InShort = ({ item: { tracked, backorderLimit, lowAt } }: { item: StockItem }) => (
  <Facts
    facts={[
      ['Counted', tracked ? 'Yes' : 'No'],
      ['Beyond the stock', backorderLimit === null ? 'Without limit' : formatNumber(backorderLimit)],
      ['Low at', lowAt === null ? 'Never' : formatNumber(lowAt)],
    ]}
  />
);

function Reservations({ sku }: { sku: string }) {
  const locationName = useLocationName();
  const all = useList('listReservations', { query: { sku, limit: 50 } }, { refetchInterval: LIVE });
  const reservations = { ...all, rows: all.rows.filter(({ quantity, shipped }) => quantity > shipped) };
  return (
    <Panel title="Reserved" description="Units that open orders hold">
      <DataList
        label="Reservations"
        isPart
        list={reservations}
        rowKey={({ orderId, locationId }) => `${orderId} ${locationId}`}
        columns={reservationColumns(locationName)}
        empty={
          <Text size="sm" c="dimmed">
            No order holds any of it.
          </Text>
        }
      />
    </Panel>
  );
}

const reservationColumns = (locationName: (id: string) => string): Column<Item<'listReservations'>>[] => [
  {
    header: 'Order',
    render: ({ orderId, holder }) => (holder === 'checkout' ? 'A checkout' : <OrderLink id={orderId} />),
  },
  { header: 'Location', from: 'xs', render: ({ locationId }) => <bdi>{locationName(locationId)}</bdi> },
  {
    header: 'Until',
    from: 'sm',
    render: ({ expiresAt }) => <When at={expiresAt} fallback="It is fulfilled" />,
  },
  { header: 'Shipped', align: 'right', render: ({ shipped }) => formatNumber(shipped) },
  { header: 'Units', align: 'right', render: ({ quantity }) => formatNumber(quantity) },
];

function Ledger({ sku }: { sku: string }) {
  const locationName = useLocationName();
  const movements = useList('listMovements', { query: { sku, limit: 50 } }, { refetchInterval: LIVE });
  return (
    <Panel title="Ledger" description="Every unit that came or went. Entries are never changed">
      <DataList
        label="Ledger"
        isPart
        list={movements}
        rowKey={({ id }) => id}
        columns={movementColumns(locationName)}
        empty={
          <EmptyState icon={IconPackages} title="Nothing has moved yet">
            Receive a delivery or count what is there: “Adjust” does both.
          </EmptyState>
        }
      />
    </Panel>
  );
}
