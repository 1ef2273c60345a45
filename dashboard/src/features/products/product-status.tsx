import type { Data, Item } from '../../api.ts';
import { inWords, StatusBadge, type Tone } from '../../ui/status-badge.tsx';

export type Product = Data<'getProduct'>;
export type ListedProduct = Item<'listProducts'>;

const TONES: Record<Product['status'], Tone> = { draft: 'busy', active: 'good', archived: 'quiet' };

export const ProductStatus = ({ status }: { status: Product['status'] }) => (
  <StatusBadge tone={TONES[status]}>{inWords(status)}</StatusBadge>
);

/** Operations whose answers a change of a product changes. */
export const CHANGED = [
  'listProducts',
  'countProducts',
  'getProduct',
  'getProductVariants',
  'listVariants',
] as const;
