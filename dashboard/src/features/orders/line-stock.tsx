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

/** The open units that the order holds, and the units of the SKU that orders hold without stock. */
export function Reserved({ line, units, short }: { line: Line; units: number | undefined; short: number }) {
  const open = line.quantity - line.fulfilledQuantity;
  if (units === undefined || open <= 0) return null;
  const held = Math.min(units, open);
  return (
    <Text size="xs" c={held < open ? 'red' : 'dimmed'}>
      {formatNumber(held)} of {formatNumber(open)} reserved
      {short > 0 && (
        <>
          {'; '}
          <Anchor component={Link} to={`/inventory/items/${encodeURIComponent(line.sku)}`} inherit c="red">
            {formatNumber(short)} short in all orders
          </Anchor>
        </>
      )}
    </Text>
  );
}
