/** The two kinds of imports: their words, fields and operations. */
import type { UseQueryResult } from '@tanstack/react-query';
import { api, type Data, type OperationName } from '../../api.ts';
import { type ListResult, useData, useList } from '../../ui/use-data.ts';
import type { Fields } from './columns.ts';
import { ORDER_ALSO, ORDER_FIELDS, ORDER_NEEDS } from './order-columns.ts';
import { PRODUCT_ALSO, PRODUCT_FIELDS, PRODUCT_NEEDS } from './product-columns.ts';
import type { Wish } from './wish.ts';

type OrderImport = Data<'getImport'>;
type ProductImport = Data<'getCatalogImport'>;

/** An import of either kind. */
export type Import = Pick<
  OrderImport,
  | 'id'
  | 'fileName'
  | 'startedBy'
  | 'status'
  | 'dryRun'
  | 'phase'
  | 'bytes'
  | 'errorsKept'
  | 'warnings'
  | 'reason'
  | 'createdAt'
> & {
  rowsDone: number;
  /** Records that were stored, or would be. */
  good: number;
  failed: number;
};

export type Kind = {
  noun: 'order' | 'product';
  title: string;
  description: string;
  /** The screen of a new import; that of one import is below it. */
  path: string;
  back: { to: string; label: string };
  fields: Fields;
  example: { words: string; code: string };
  /** The form of a line of NDJSON. */
  line: string;
  useOne: (id: string, refetchInterval: number | false) => UseQueryResult<Import>;
  useAll: () => ListResult<Import>;
  listName: OperationName;
  oneName: OperationName;
  /** Lists that lack the records of an import which ended meanwhile. */
  outdated: OperationName[];
  errors: (id: string, format: 'csv' | 'ndjson', signal?: AbortSignal) => Promise<Response>;
  cancel: (id: string) => Promise<unknown>;
  send: (wish: Wish, dryRun: boolean) => Promise<{ data: { id: string } }>;
};

/** The options for reading the file, and the file: a slice, whose type does not override that of the request. */
const sent = (
  { file, format, mapping, delimiter, decimal, currency, errorPolicy }: Wish,
  dryRun: boolean,
) => ({
  query: {
    ...{ delimiter, decimal, currency, errorPolicy, fileName: file.name.slice(0, 255) },
    ...(format === 'csv' && { mapping }),
    ...(dryRun && { dryRun }),
  },
  contentType: format === 'csv' ? ('text/csv' as const) : ('application/x-ndjson' as const),
  body: file.slice(),
});

const ofOrders = ({ rows, orders, ...one }: OrderImport): Import => ({
  ...one,
  ...{ rowsDone: rows.done, good: orders.placed, failed: orders.failed },
});
const ofProducts = ({ rows, products, ...one }: ProductImport): Import => ({
  ...one,
  rowsDone: rows,
  good: products.created + products.updated + products.unchanged,
  failed: products.failed,
});

const shown = <Row>(list: ListResult<Row>, view: (row: Row) => Import): ListResult<Import> =>
  ({ ...list, rows: list.rows.map(view) }) as ListResult<Import>;
const seen = <Row>(query: UseQueryResult<Row>, view: (row: Row) => Import) =>
  ({ ...query, data: query.data && view(query.data) }) as UseQueryResult<Import>;

export const ORDERS: Kind = {
  noun: 'order',
  title: 'Import orders',
  description:
    'A file with a row for each line of an order. It is checked first; nothing is written until you say so.',
  path: '/orders/import',
  back: { to: '/orders', label: 'Orders' },
  fields: { groups: ORDER_FIELDS, also: ORDER_ALSO, needs: ORDER_NEEDS },
  example: {
    words: 'Rows with the same order number become one order. This file makes one order with two lines:',
    code: `orderNumber,customerEmail,sku,name,quantity,unitPrice,currency
A-1,ada@example.com,MUG-1,Blue mug,2,12.50,EUR
A-1,ada@example.com,TEA-7,Green tea,1,8.00,EUR`,
  },
  line: 'an order on each line, as POST /v1/crm/orders takes it',
  useOne: (id, refetchInterval) =>
    seen(useData('getImport', { path: { id } }, { refetchInterval }), ofOrders),
  useAll: () => shown(useList('listImports'), ofOrders),
  listName: 'listImports',
  oneName: 'getImport',
  outdated: ['listOrders', 'listCustomers', 'getOrderMetrics', 'listImports'],
  errors: (id, format, signal) =>
    api.getImportErrors({ path: { id }, query: { format }, ...(signal && { signal }) }),
  cancel: (id) => api.cancelImport({ path: { id } }),
  send: (wish, dryRun) => {
    const { query, ...rest } = sent(wish, dryRun);
    return api.createImport({ ...rest, query: { ...query, createCustomers: wish.createCustomers } });
  },
};

export const PRODUCTS: Kind = {
  noun: 'product',
  title: 'Import products',
  description:
    'A file with a row for each variant. It is checked first; nothing is written until you say so.',
  path: '/products/import',
  back: { to: '/products', label: 'Products' },
  fields: { groups: PRODUCT_FIELDS, also: PRODUCT_ALSO, needs: PRODUCT_NEEDS },
  example: {
    words:
      'Rows with the same handle, or the same title where there is none, are one product. Product files of Shopify are taken as they are. This file makes one product with two variants:',
    code: `title,option1Name,option1Value,sku,price,currency
Green tea,Size,50 g,TEA-50,4.50,EUR
Green tea,Size,100 g,TEA-100,8.00,EUR`,
  },
  line: 'a product with its variants on each line, as POST /v1/catalog/products takes it',
  useOne: (id, refetchInterval) =>
    seen(useData('getCatalogImport', { path: { id } }, { refetchInterval }), ofProducts),
  useAll: () => shown(useList('listCatalogImports'), ofProducts),
  listName: 'listCatalogImports',
  oneName: 'getCatalogImport',
  outdated: ['listProducts', 'listVariants', 'listItems', 'listCatalogImports'],
  errors: (id, format, signal) =>
    api.getCatalogImportErrors({ path: { id }, query: { format }, ...(signal && { signal }) }),
  cancel: (id) => api.cancelCatalogImport({ path: { id } }),
  send: (wish, dryRun) => {
    const { query, ...rest } = sent(wish, dryRun);
    return api.createCatalogImport({ ...rest, query: { ...query, existing: wish.existing } });
  },
};
