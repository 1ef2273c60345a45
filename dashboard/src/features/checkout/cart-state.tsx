import type { Data, Item } from '../../api.ts';
import { inWords, StatusBadge, type Tone } from '../../ui/status-badge.tsx';

export type Cart = Data<'getCart'>;
export type ListedCart = Item<'listCarts'>;
export type ListedCheckout = Item<'listCheckouts'>;

const CART_TONES: Record<string, Tone> = { active: 'busy', abandoned: 'warn', completed: 'good' };
const CHECKOUT_TONES: Record<string, Tone> = { open: 'busy', paying: 'busy', completed: 'good' };

export const CartState = ({ state }: { state: string }) => (
  <StatusBadge tone={CART_TONES[state] ?? 'quiet'}>{inWords(state)}</StatusBadge>
);

/** `paying`: the amounts are fixed, and its order is placed as soon as it is known that the money came. */
export const CheckoutState = ({ state }: { state: string }) => (
  <StatusBadge tone={CHECKOUT_TONES[state] ?? 'quiet'}>
    {state === 'paying' ? 'Being completed' : inWords(state)}
  </StatusBadge>
);
