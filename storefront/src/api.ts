/** The shop's only way to the server: the storefront part of the SDK, with the key that the server gives to this page. */
import { createStorefront, type Storefront, type StorefrontData } from '../../sdk/storefront.ts';
import { cartToken, orderToken } from './tokens.ts';

export { ApiError } from '../../sdk/storefront.ts';

export type Shop = StorefrontData<'getStorefrontShop'>;
export type Product = StorefrontData<'getStorefrontProduct'>;
export type ListedProduct = StorefrontData<'listStorefrontProducts'>[number];
export type Category = StorefrontData<'listStorefrontCategories'>[number];
export type Cart = StorefrontData<'getStorefrontCart'>;
export type Checkout = StorefrontData<'getStorefrontCheckout'>;
export type Order = StorefrontData<'getStorefrontOrderOfCart'>;

export let api: Storefront;
/** The same client for the cart that has become the last order. */
export let orderApi: Storefront;
let mediaUrl = '';

/** A shopper sees a failure within a few seconds. */
const PATIENCE = { maxRetries: 2, retryDelay: 400, maxRetryWait: 1_500, timeout: 20_000 };

/** Returns false if the server has no key for this shop. */
export async function openShop(): Promise<boolean> {
  // A file of this shop, not of the API.
  const answer = await fetch('/shop/config.json');
  const config = (await answer.json()) as { key: string | null; mediaUrl: string | null };
  if (config.key === null) return false;
  mediaUrl = config.mediaUrl ?? '';
  const settings = { baseUrl: '', key: config.key, ...PATIENCE };
  api = createStorefront({ ...settings, cartToken });
  orderApi = createStorefront({ ...settings, cartToken: orderToken });
  return true;
}

export type PictureSize = 'thumbnail' | 'small' | 'medium' | 'original';

/** The address of a picture in a size that the media library makes of it. */
export const pictureUrl = (assetId: string, size: PictureSize): string =>
  `${mediaUrl}/${assetId}/${size === 'original' ? size : `${size}.webp`}`;
