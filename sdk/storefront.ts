/**
 * A client for the pages of a shop, with the operations of the storefront alone: `await shop.listStorefrontProducts()`. It sends the
 * storefront key, the token of the cart or that of the customer, whichever the operation needs. It runs in browsers and in Node.
 */
import { type AnyInput, createCaller, type Options, type Settings } from './calling.ts';
import type { Operations } from './operations.ts';
import { STOREFRONT_ROUTES } from './storefront-routes.ts';

export { ApiError, ConnectionError, type ErrorCode, isCode } from './errors.ts';
export { type ImageSize, type ImageSource, imageSrcset, imageUrl } from './images.ts';
export type * from './operations.ts';

type Name = keyof typeof STOREFRONT_ROUTES;
type Bearer = (typeof STOREFRONT_ROUTES)[Name]['bearer'];

/** The `data` of an operation's answer. */
export type StorefrontData<Of extends Name> = Operations[Of]['answer'] extends { data: infer T } ? T : never;

export type Storefront = {
  [Of in Name]: (
    ...input: object extends Operations[Of]['input']
      ? [(Operations[Of]['input'] & Options)?]
      : [Operations[Of]['input'] & Options]
  ) => Promise<Operations[Of]['answer']>;
};

/** A token, or a function that returns the current one. */
type Token = string | null | (() => string | null);

export type StorefrontSettings = Settings & {
  /** The storefront key, `pk_live_…`. It is public. */
  key: string;
  /** The `token` of the answer that created the cart. */
  cartToken?: Token;
  customerSession?: Token;
  orderLink?: Token;
};

export function createStorefront(settings: StorefrontSettings): Storefront {
  const { key } = settings;
  if (typeof key !== 'string' || key === '') throw new TypeError('key must be a storefront key, pk_live_….');
  const call = createCaller(settings);
  const tokens: Partial<Record<Bearer, Token>> = { ...settings, publishableKey: key };
  const tokenOf = (bearer: Bearer) => {
    const token = tokens[bearer];
    return typeof token === 'function' ? token() : (token ?? null);
  };
  return Object.fromEntries(
    Object.entries(STOREFRONT_ROUTES).map(([name, { route, bearer }]) => [
      name,
      async (input?: AnyInput) => (await call(route, () => tokenOf(bearer), input)).answer,
    ]),
  ) as unknown as Storefront;
}
