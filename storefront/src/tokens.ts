/** The tokens of the cart and of the last order, which all tabs of a browser share. */
const CART = 'shop.cart';
const ORDER = 'shop.order';
/** Changes whenever a tab has changed the cart. */
const CHANGED = 'shop.cart.changed';

export const cartToken = (): string | null => localStorage.getItem(CART);
export const orderToken = (): string | null => localStorage.getItem(ORDER);

export function keepCart(token: string): void {
  localStorage.setItem(CART, token);
}
export function forgetCart(): void {
  localStorage.removeItem(CART);
}
/** The cart has become an order: its token reads the order from now on. */
export function cartIsOrdered(): void {
  const token = cartToken();
  if (token !== null) localStorage.setItem(ORDER, token);
  forgetCart();
}

export const tellOtherTabs = (): void => localStorage.setItem(CHANGED, String(Date.now() + Math.random()));

export function onOtherTab(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === CART || key === CHANGED) listener();
  });
}
