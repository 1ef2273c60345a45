/** Cart tokens and recovery links, which the access module makes and reads. */
export type CartClaims = {
  tenantId: string;
  propertyId: string;
  cartId: string;
  generation: number;
  /** The number of the abandonment whose recovery link gave the token. */
  recovers?: number;
};
export type RecoveryClaims = Omit<CartClaims, 'recovers'> & { spell: number };

export type CartTokens = {
  newCartToken(claims: CartClaims): string;
  /** Null for anything but a genuine token. */
  readCartToken(token: string): CartClaims | null;
  newRecoveryLink(claims: RecoveryClaims): { token: string; expiresAt: Date };
  /** Null for anything but a genuine one that has not expired. */
  readRecoveryLink(token: string): RecoveryClaims | null;
};
