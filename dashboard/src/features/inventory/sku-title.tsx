import { Text } from '@mantine/core';
import classes from '../../ui/ui.module.css';
import type { StockItem } from './stock-state.tsx';

/** The title of a product, with the option values of the variant. */
export const nameOf = ({ title, optionValues }: NonNullable<StockItem['product']>): string =>
  [title, ...optionValues].join(' · ');

/** A SKU, and below it the product that has it. */
export const SkuTitle = ({ sku, product }: Pick<StockItem, 'sku' | 'product'>) => (
  <>
    <bdi>{sku}</bdi>
    {product && (
      <Text size="xs" c="dimmed" fw={400} truncate className={classes.below}>
        <bdi>{nameOf(product)}</bdi>
      </Text>
    )}
  </>
);
