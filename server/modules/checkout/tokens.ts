/** Cart tokens, which the access module makes and reads. */
export type CartClaims = { tenantId: string; propertyId: string; cartId: string; generation: number };

export type CartTokens = {
  newCartToken(claims: CartClaims): string;
  /** Null for anything but a genuine token. */
  readCartToken(token: string): CartClaims | null;
};
