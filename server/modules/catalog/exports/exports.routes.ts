import { Type } from 'typebox';
import type { Tx } from '#kernel/db/db.ts';
import type { App } from '#kernel/http/app.ts';
import {
  type Columns,
  ExportAfter,
  ExportFormat,
  FileOf,
  pagesOf,
  sendFile,
  unknownPlace,
} from '#kernel/http/export.ts';
import { READ } from '../access.ts';
import { findProduct, findVariants, findVariantsOf } from '../products/products.sql.ts';
import { type Product, presentProduct, presentVariant, type Variant } from '../products/record.ts';
import { findCategoryHandles, readProducts } from './exports.sql.ts';

/** A product may have 2,000 variants. */
const PRODUCTS_PER_READ = 100;

type Exported = { product: Product; variants: Variant[]; categories: string[] };
type Row = Exported & { variant: Variant | null };

const json = (text: string | undefined) => (text === undefined || text === '{}' ? null : text);
const ofVariant =
  (pick: (variant: Variant) => unknown) =>
  ({ variant }: Row) =>
    variant === null ? null : pick(variant);

/** One row for each variant; a product without any has one. */
const COLUMNS: Columns<Row> = {
  // The id of the variant: the last row that a client has tells where the rest of an interrupted export begins.
  id: ({ product, variant }) => variant?.id ?? product.id,
  handle: ({ product }) => product.handle,
  title: ({ product }) => product.title,
  status: ({ product }) => product.status,
  kind: ({ product }) => product.kind,
  description: ({ product }) => product.description,
  vendor: ({ product }) => product.vendor,
  productType: ({ product }) => product.product_type,
  tags: ({ product }) => product.tags.join(', '),
  categories: ({ categories }) => categories.join(', '),
  taxCode: ({ product }) => product.tax_code,
  seoTitle: ({ product }) => product.seo?.title,
  seoDescription: ({ product }) => product.seo?.description,
  metadata: ({ product }) => json(product.metadata),
  // Other products have the values of their options in the rows of their variants.
  options: ({ product: { options }, variant }) => (variant === null && options.length > 0 ? options : null),
  ...Object.fromEntries(
    [0, 1, 2, 3].flatMap((n): [string, (row: Row) => unknown][] => [
      [`option${n + 1}Name`, ({ product }) => product.options[n]?.name],
      [`option${n + 1}Value`, ofVariant(({ option_values }) => option_values[n])],
    ]),
  ),
  sku: ofVariant(({ sku }) => sku),
  barcode: ofVariant(({ barcode }) => barcode),
  prices: ofVariant(({ prices }) => (prices.length === 0 ? null : prices)),
  weightGrams: ofVariant(({ weight_grams }) => weight_grams),
  requiresShipping: ofVariant(({ requires_shipping }) => requires_shipping),
  variantTaxCode: ofVariant(({ tax_code }) => tax_code),
  variantStatus: ofVariant(({ status }) => status),
  variantMetadata: ofVariant(({ metadata }) => json(metadata)),
};

export function exportRoutes(app: App): void {
  app.get(
    '/v1/catalog/exports',
    {
      config: { ...READ, export: 'products' },
      schema: {
        operationId: 'exportProducts',
        summary:
          'All products as a file: CSV with a row for each variant, NDJSON with a line for each product',
        querystring: Type.Object({ format: ExportFormat, after: ExportAfter }),
        response: { 200: FileOf('Products; an import can read them.') },
      },
    },
    async (request, reply) => {
      const { format, after } = request.query;
      const goesOn = after !== undefined;
      const from = goesOn ? await request.inTenant((tx) => findPlace(tx, after)) : null;
      if (goesOn && from === null) throw unknownPlace('a product or a variant');
      const read = (last: Exported | null) =>
        request.inTenant((tx) => readPage(tx, last?.product.id ?? null));
      const pages = pagesOf(read, (row) => row, PRODUCTS_PER_READ, from && placeOf(from.product));
      const file = { name: 'products', format, goesOn };
      if (format === 'ndjson') {
        return sendFile(request, reply, { ...file, columns: {}, batches: lines(pages) });
      }
      const rest = from === null ? [] : [from];
      return sendFile(request, reply, { ...file, columns: COLUMNS, batches: rows(rest, pages) });
    },
  );
}

const placeOf = (product: Product): Exported => ({ product, variants: [], categories: [] });

async function readPage(tx: Tx, after: string | null): Promise<Exported[]> {
  return withVariants(tx, await readProducts(tx, after, PRODUCTS_PER_READ));
}

async function withVariants(tx: Tx, products: Product[]): Promise<Exported[]> {
  const found = await findVariantsOf(
    tx,
    products.map(({ id }) => id),
  );
  const variants = Map.groupBy(found, ({ product_id }) => product_id);
  const handles = await findCategoryHandles(tx, [...new Set(products.flatMap((one) => one.category_ids))]);
  return products.map((product) => ({
    product,
    variants: variants.get(product.id) ?? [],
    categories: product.category_ids.flatMap((id) => handles.get(id) ?? []),
  }));
}

/** The product of the last row that the client has, with the variants behind it. */
async function findPlace(tx: Tx, id: string): Promise<Exported | null> {
  const [variant] = await findVariants(tx, [id]);
  const product = await findProduct(tx, variant?.product_id ?? id);
  if (product === undefined) return null;
  const [whole] = await withVariants(tx, [product]);
  if (variant === undefined) return { ...whole!, variants: [] };
  const place = whole!.variants.findIndex((one) => one.id === variant.id);
  return { ...whole!, variants: whole!.variants.slice(place + 1) };
}

async function* rows(rest: Exported[], pages: AsyncIterable<Exported[]>): AsyncGenerator<Row[]> {
  yield rest.flatMap((one) => one.variants.map((variant) => ({ ...one, variant })));
  for await (const page of pages) {
    yield page.flatMap((one): Row[] =>
      one.variants.length === 0
        ? [{ ...one, variant: null }]
        : one.variants.map((variant) => ({ ...one, variant })),
    );
  }
}

async function* lines(pages: AsyncIterable<Exported[]>) {
  for await (const page of pages) {
    yield page.map(({ product, variants, categories }) => {
      const { categoryIds: _, ...fields } = presentProduct(product);
      return {
        ...fields,
        categories,
        variants: variants.map(presentVariant).map(({ id: __, productId: ___, ...variant }) => variant),
      };
    });
  }
}
