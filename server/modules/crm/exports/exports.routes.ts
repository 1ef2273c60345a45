import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/db/newest-first.ts';
import type { App } from '#kernel/http/app.ts';
import {
  type Columns,
  ExportAfter,
  ExportFormat,
  FileOf,
  pagesOf,
  patiently,
  sendFile,
  unknownPlace,
} from '#kernel/http/export.ts';
import { OneOf } from '#kernel/http/fields.ts';
import { Slices } from '#kernel/work/slices.ts';
import { listCustomers } from '../customers/lists/list.sql.ts';
import { readFilter as readCustomerFilter } from '../customers/lists/list.ts';
import { CustomerFilters } from '../customers/lists/list-fields.ts';
import { presentCustomer } from '../customers/record.ts';
import { OTHER_PARTS } from '../imports/columns.ts';
import type { Order } from '../orders/fields.ts';
import {
  findOrders,
  positionOf as placeInList,
  readCursor,
  readFilter,
  type Search,
} from '../orders/lists/list.ts';
import { OrderQuery } from '../orders/lists/list-fields.ts';
import { presentOrder } from '../orders/orders.ts';
import { findCustomerPlace, findLines, findOrderKeys, findOrdersByIds, sumOrders } from './exports.sql.ts';

const ORDERS_PER_READ = 500;
const ORDERS_AT_ONCE = 100;
const CUSTOMERS_PER_READ = 1_000;
const ROW_KINDS = ['orders', 'lines'] as const;

type Customer = ReturnType<typeof presentCustomer>;
type OrderLine = { order: Order; item: Order['items'][number] };

const CUSTOMER_COLUMNS: Columns<Customer> = {
  id: ({ id }) => id,
  type: ({ type }) => type,
  name: ({ name }) => name,
  email: ({ email }) => email,
  emails: ({ emails }) => emails.join(' '),
  phones: ({ phones }) => phones.join(' '),
  tags: ({ tags }) => tags.join(' '),
  notes: ({ notes }) => notes,
  externalId: ({ externalId }) => externalId,
  companyId: ({ companyId }) => companyId,
  metadata: ({ metadata }) => metadata.text,
  archivedAt: ({ archivedAt }) => archivedAt,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
};

/** The parts of an address with a column of their own; other names are possible. */
const ADDRESS_PARTS = ['name', 'company', 'line1', 'line2', 'postalCode', 'city', 'region', 'country'];

const addressColumns = (field: 'shippingAddress' | 'billingAddress'): Columns<Order> =>
  Object.fromEntries([
    ...ADDRESS_PARTS.map((part) => [`${field}.${part}`, (order: Order) => order[field]?.[part]]),
    [`${field}.${OTHER_PARTS}`, (order: Order) => otherPartsOf(order[field])],
  ]);

/** The parts without a column, and empty ones, which an empty cell could not distinguish from absent ones. */
function otherPartsOf(address: Order['shippingAddress']): object | null {
  if (address === null) return null;
  const others = Object.entries(address).filter(([part, text]) => !ADDRESS_PARTS.includes(part) || !text);
  return others.length > 0 || Object.keys(address).length === 0 ? Object.fromEntries(others) : null;
}

const ORDER_COLUMNS: Columns<Order> = {
  id: (order) => order.id,
  orderNumber: (order) => order.orderNumber,
  status: (order) => order.status,
  paymentStatus: (order) => order.paymentStatus,
  customerId: (order) => order.customerId,
  channel: (order) => order.channel,
  propertyId: (order) => order.propertyId,
  currency: (order) => order.currency,
  subtotal: (order) => order.subtotal,
  shippingTotal: (order) => order.shippingTotal,
  discountTotal: (order) => order.discountTotal,
  taxTotal: (order) => order.taxTotal,
  total: (order) => order.total,
  paidTotal: (order) => order.paidTotal,
  refundedTotal: (order) => order.refundedTotal,
  ...addressColumns('shippingAddress'),
  ...addressColumns('billingAddress'),
  customerNote: (order) => order.customerNote,
  internalNote: (order) => order.internalNote,
  metadata: (order) => order.metadata.text,
  createdAt: (order) => order.createdAt,
  // An import reads this column back by this name.
  placedAt: (order) => order.createdAt,
};

const ITEM_COLUMNS: Columns<Order['items'][number]> = {
  line: (item) => item.line,
  sku: (item) => item.sku,
  name: (item) => item.name,
  quantity: (item) => item.quantity,
  unitPrice: (item) => item.unitPrice,
  amount: (item) => item.amount,
  taxAmount: (item) => item.taxAmount,
  productId: (item) => item.productId,
  variantId: (item) => item.variantId,
  description: (item) => item.description,
};

const LINE_COLUMNS: Columns<OrderLine> = {
  ...mapValues(
    ORDER_COLUMNS,
    (cell) =>
      ({ order }: OrderLine) =>
        cell(order),
  ),
  ...mapValues(
    ITEM_COLUMNS,
    (cell) =>
      ({ item }: OrderLine) =>
        cell(item),
  ),
};

export function exportRoutes(app: App): void {
  app.get(
    '/v1/crm/orders/export',
    {
      config: { role: 'viewer', scope: 'read:crm', export: 'orders' },
      schema: {
        summary: 'Orders as a file: any list of them',
        description:
          'X-Total-Count is the number of rows, if there is no filter and each order is one row. It may lack orders of the last seconds.',
        querystring: Type.Object({
          ...Type.Omit(OrderQuery, ['limit', 'cursor']).properties,
          format: ExportFormat,
          after: ExportAfter,
          rows: Type.Unsafe<(typeof ROW_KINDS)[number]>({
            ...OneOf(ROW_KINDS),
            default: 'orders',
            description:
              'For CSV: a row for each order, or for each of its lines, which an import can read. Parts of an address without a column are in `shippingAddress.*`, as JSON.',
          }),
        }),
        response: { 200: FileOf('Orders; in NDJSON with their lines.') },
      },
    },
    async (request, reply) => {
      const { format, rows, after, ...query } = request.query;
      const search = readFilter({ ...query, limit: ORDERS_PER_READ });
      const goesOn = after !== undefined;
      if (goesOn) search.after = await request.inTenant((tx) => placeOfOrder(tx, after, search.sort));
      if (goesOn && search.after === null) throw unknownPlace('an order');
      const batches = ordersOf(request, search);
      const file = { name: 'orders', format, goesOn };
      if (format === 'ndjson' || rows === 'orders') {
        const { sort, order, ...filters } = query;
        const isEverything = Object.keys(filters).length === 0 && !goesOn;
        const total = isEverything ? await request.inTenant(sumOrders) : undefined;
        return sendFile(request, reply, { ...file, columns: ORDER_COLUMNS, batches, total });
      }
      return sendFile(request, reply, { ...file, columns: LINE_COLUMNS, batches: linesOf(batches) });
    },
  );

  app.get(
    '/v1/crm/customers/export',
    {
      config: { role: 'viewer', scope: 'read:crm', export: 'customers' },
      schema: {
        summary: 'Customers as a file: any list of them, newest first',
        querystring: Type.Object({
          ...CustomerFilters.properties,
          format: ExportFormat,
          after: ExportAfter,
        }),
        response: { 200: FileOf('Customers.') },
      },
    },
    async (request, reply) => {
      const { format, after, ...query } = request.query;
      const filter = readCustomerFilter(query);
      const goesOn = after !== undefined;
      const from = goesOn ? await request.inTenant((tx) => findCustomerPlace(tx, after)) : null;
      if (goesOn && from === null) throw unknownPlace('a customer');
      const read = (after: Position | null) =>
        request.inTenant(async (tx) =>
          (await listCustomers(tx, filter, CUSTOMERS_PER_READ - 1, after)).map(presentCustomer),
        );
      const batches = pagesOf(read, placeOf, CUSTOMERS_PER_READ, from);
      const columns = CUSTOMER_COLUMNS;
      return sendFile(request, reply, { name: 'customers', format, columns, batches, goesOn });
    },
  );
}

/** Reads the list page by page, each in its own transaction, with the complete orders. */
async function* ordersOf(request: FastifyRequest, search: Search): AsyncGenerator<Order[]> {
  const read = (after: Search['after']) => request.inTenant((tx) => readOrders(tx, { ...search, after }));
  let { orders, next } = await read(search.after);
  for (;;) {
    yield orders;
    const after = readCursor(next ?? undefined, search.sort);
    if (after === null) return;
    ({ orders, next } = await patiently(() => read(after)));
  }
}

async function placeOfOrder(tx: Tx, id: string, sort: Search['sort']): Promise<Search['after']> {
  const order = await findOrderKeys(tx, id);
  return order === undefined ? null : placeInList(order, sort);
}

async function readOrders(tx: Tx, search: Search): Promise<{ orders: Order[]; next: string | null }> {
  const { data, pagination } = await findOrders(tx, search);
  const ids = data.map(({ id }) => id);
  const orders: Order[] = [];
  // Reads few orders at a time, because an order has up to 500 lines.
  for (let at = 0; at < ids.length; at += ORDERS_AT_ONCE) {
    const some = ids.slice(at, at + ORDERS_AT_ONCE);
    const [rows, lines] = [await findOrdersByIds(tx, some), await findLines(tx, some)];
    for await (const row of new Slices().each(rows)) orders.push(presentOrder(row, lines.get(row.id) ?? []));
  }
  return { orders, next: pagination.nextCursor };
}

const placeOf = (row: { id: string; createdAt: string }): Position => ({
  at: new Date(row.createdAt),
  id: row.id,
});

async function* linesOf(batches: AsyncIterable<Order[]>): AsyncGenerator<OrderLine[]> {
  for await (const orders of batches) {
    yield orders.flatMap((order) => order.items.map((item) => ({ order, item })));
  }
}

function mapValues<A, B>(
  columns: Columns<A>,
  change: (cell: (row: A) => unknown) => (row: B) => unknown,
): Columns<B> {
  return Object.fromEntries(Object.entries(columns).map(([name, cell]) => [name, change(cell)]));
}
