/** The fields of a product and its variants that a column may fill. */
import type { FieldGroup } from './columns.ts';

const OPTIONS = [1, 2, 3, 4];

export const PRODUCT_FIELDS: FieldGroup[] = [
  {
    group: 'Product',
    items: [
      { value: 'title', label: 'Title' },
      { value: 'handle', label: 'Handle: rows of one product share it' },
      { value: 'status', label: 'Status' },
      { value: 'kind', label: 'Kind' },
      { value: 'description', label: 'Description' },
      { value: 'vendor', label: 'Vendor' },
      { value: 'productType', label: 'Product type' },
      { value: 'tags', label: 'Tags' },
      { value: 'categories', label: 'Categories' },
      { value: 'taxCode', label: 'Tax code' },
      { value: 'seoTitle', label: 'Title for search engines' },
      { value: 'seoDescription', label: 'Description for search engines' },
      { value: 'published', label: 'Published (true or false)' },
      { value: 'metadata', label: 'Metadata (JSON)' },
    ],
  },
  {
    group: 'Variant',
    items: [
      { value: 'sku', label: 'SKU' },
      { value: 'barcode', label: 'Barcode' },
      { value: 'price', label: 'Price' },
      { value: 'compareAt', label: 'Price before a reduction' },
      { value: 'currency', label: 'Currency' },
      { value: 'weightGrams', label: 'Weight in grams' },
      { value: 'requiresShipping', label: 'Is shipped (true or false)' },
      { value: 'variantStatus', label: 'Status of the variant' },
      { value: 'variantTaxCode', label: 'Tax code of the variant' },
      { value: 'variantMetadata', label: 'Metadata of the variant (JSON)' },
    ],
  },
  {
    group: 'Options',
    items: OPTIONS.flatMap((n) => [
      { value: `option${n}Name`, label: `Option ${n}: name` },
      { value: `option${n}Value`, label: `Option ${n}: value` },
    ]),
  },
];

/** Names that other programs use for the same fields, Shopify's among them. */
export const PRODUCT_ALSO: Record<string, string> = {
  name: 'title',
  product: 'title',
  productname: 'title',
  bodyhtml: 'description',
  brand: 'vendor',
  manufacturer: 'vendor',
  type: 'productType',
  category: 'categories',
  article: 'sku',
  articlenumber: 'sku',
  variantsku: 'sku',
  ean: 'barcode',
  gtin: 'barcode',
  variantbarcode: 'barcode',
  variantprice: 'price',
  compareatprice: 'compareAt',
  variantcompareatprice: 'compareAt',
  weight: 'weightGrams',
  variantgrams: 'weightGrams',
  variantrequiresshipping: 'requiresShipping',
};

export const PRODUCT_NEEDS: [words: string, fields: string[]][] = [
  ['a title or handle', ['title', 'handle']],
];
