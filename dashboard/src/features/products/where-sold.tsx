import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Item } from '../../api.ts';
import { useSession } from '../../session/use-session.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { formatNumber, formatPrice } from '../../ui/formats.ts';
import { Panel } from '../../ui/panel.tsx';
import { inWords } from '../../ui/status-badge.tsx';
import { useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';

/** The latest orders whose lines name the product or a variant of it. */
export function WhereSold({ id }: { id: string }) {
  const isOn = useSession().tenant.modules.includes('crm');
  const orders = useList('listOrdersOfProduct', { path: { id }, query: { limit: 20 } }, { enabled: isOn });
  const isBeside = useMediaQuery(BESIDE);
  if (!isOn) return null;
  return (
    <Panel title="Sold" description="Orders whose lines name this product">
      <DataList
        label="Orders of the product"
        isPart
        list={orders}
        rowKey={(order) => order.id}
        to={(order) => `/orders/${order.id}`}
        columns={isBeside ? FEW : COLUMNS}
        empty={
          <Text size="sm" c="dimmed">
            No order names it yet.
          </Text>
        }
      />
    </Panel>
  );
}

/** The panel stands beside the product: there is room for three columns. */
const BESIDE = '(min-width: 100em)';

const COLUMNS: Column<Item<'listOrdersOfProduct'>>[] = [
  { header: 'Order', render: ({ orderNumber }) => orderNumber },
  { header: 'Placed', from: 'xs', render: ({ createdAt }) => <When at={createdAt} /> },
  { header: 'Status', from: 'sm', render: ({ status }) => inWords(status) },
  {
    header: 'Units',
    align: 'right',
    render: ({ lines }) => formatNumber(lines.reduce((sum, { quantity }) => sum + quantity, 0)),
  },
  {
    header: 'Price',
    align: 'right',
    render: ({ lines, currency }) => formatPrice(lines[0]?.unitPrice ?? 0, currency),
  },
];

const FEW = [
  {
    header: 'Order',
    render: ({ orderNumber, status, createdAt }: Item<'listOrdersOfProduct'>) => (
      <>
        {orderNumber}
        <Text size="sm" c="dimmed" fw={400}>
          {inWords(status)}, <When at={createdAt} />
        </Text>
      </>
    ),
  },
  ...COLUMNS.filter(({ header }) => header === 'Units' || header === 'Price'),
];
