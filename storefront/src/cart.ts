/** The shopper's cart: created with its first line, read again when another tab has changed it. */
import { ApiError, api, type Cart } from './api.ts';
import { language } from './language.ts';
import { cartToken, forgetCart, keepCart, onOtherTab, tellOtherTabs } from './tokens.ts';

let cart: Cart | null = null;
const listeners = new Set<(cart: Cart | null) => void>();

export const currentCart = (): Cart | null => cart;
export const countOf = (of: Cart | null): number =>
  of?.lines.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0;

/** The listener is called after every change, also of another tab; the returned function ends that. */
export function onCart(listener: (cart: Cart | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(changed: Cart | null): void {
  cart = changed;
  for (const listener of listeners) listener(cart);
}

/** A token that the server no longer knows is that of a cart which was deleted. */
const isGone = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status);

export async function loadCart(): Promise<Cart | null> {
  if (cartToken() === null) {
    set(null);
    return null;
  }
  try {
    const { data } = await api.getStorefrontCart();
    if (data.state === 'completed') forgetCart();
    set(data.state === 'completed' ? null : data);
  } catch (error) {
    if (!isGone(error)) throw error;
    forgetCart();
    set(null);
  }
  return cart;
}

export async function addToCart(variantId: string, quantity: number): Promise<void> {
  const lines = [{ variantId, quantity }];
  await loadCart();
  if (cart === null) {
    const { data } = await api.createStorefrontCart({ body: { lines, locale: language() } });
    keepCart(data.token);
    return changed(data);
  }
  return changed((await api.addStorefrontCartLines({ body: { lines } })).data);
}

export const setQuantity = async (key: string, quantity: number): Promise<void> =>
  changed((await api.setStorefrontCartLine({ path: { key }, body: { quantity } })).data);

export const addCode = async (code: string): Promise<void> =>
  changed((await api.addStorefrontCartCode({ body: { code } })).data);

export const removeCode = async (id: string): Promise<void> =>
  changed((await api.removeStorefrontCartCode({ path: { id } })).data);

function changed(to: Cart): void {
  set(to);
  tellOtherTabs();
}

/** Another cart, with its token, takes the place of the present one. */
export function adoptCart(other: Cart, token: string): void {
  keepCart(token);
  changed(other);
}

/** After an order: this tab and the others have an empty basket. */
export function emptyCart(): void {
  set(null);
  tellOtherTabs();
}

export function watchOtherTabs(): void {
  onOtherTab(() => void loadCart().catch(() => {}));
}
