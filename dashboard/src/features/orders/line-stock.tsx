import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../ui/formats.ts';
import { ProductPicture } from '../products/product-picture.tsx';
import type { Line } from './order.ts';
import type { LineProduct } from './use-line-stock.ts';

/** The name of a line; with its picture and a link if the catalog has the product. */
export function LineName({ line, product }: { line: Line; product: LineProduct | undefined }) {
  const name = (
    <Text size="sm" fw={500} component="span">
      <bdi>{line.name}</bdi>
    </Text>
  );
  if (product === undefined) return name;
  return (
    <Group gap="xs" wrap="nowrap">
      {product.assetId !== undefined && <ProductPicture assetId={product.assetId} size={32} />}
      <Anchor component={Link} to={`/products/${product.id}`} c="inherit">
        {name}
      </Anchor>
    </Group>
  );
}

/** The part of what is still to be fulfilled that the order has in stock. */
export function Reserved({ line, units }: { line: Line; units: number | undefined }) {
  const open = line.quantity - line.fulfilledQuantity;
  if (units === undefined || open <= 0) return null;
  return (
    <Text size="xs" c={units < open ? 'red' : 'dimmed'}>
      {formatNumber(Math.min(units, open))} of {formatNumber(open)} reserved
    </Text>
  );
}
