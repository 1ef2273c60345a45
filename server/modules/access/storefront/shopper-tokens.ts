/**
 * Tokens of shoppers. A cart token, a recovery link and an order link are signed texts, stored nowhere; a customer session is a JWT that names a row.
 * None of them is valid as another one.
 */
import type { Secrets } from '#kernel/secrets.ts';
import { createSessionTokens } from '../sessions/session-tokens.ts';

export const CUSTOMER_TOKEN_SECONDS = 3_600;
const ORDER_LINK_DAYS = 90;
const RECOVERY_LINK_DAYS = 7;
const DAY_SECONDS = 86_400;

export type CartClaims = {
  tenantId: string;
  propertyId: string;
  cartId: string;
  generation: number;
  /** The number of the abandonment whose recovery link gave the token. */
  recovers?: number;
};
/** `spell`: the number of the abandonment that it was made for. */
export type RecoveryClaims = Omit<CartClaims, 'recovers'> & { spell: number };
export type OrderClaims = { tenantId: string; propertyId: string; orderId: string };

const PART = /^[\w-]{1,43}$/;

export function createShopperTokens(secrets: Secrets, clock: () => Date) {
  const sessions = createSessionTokens(secrets, clock, { audience: 'storefront', typ: 'customer+jwt' });
  const seal = (prefix: string, purpose: string, parts: string[]): string => {
    const text = prefix + parts.join('.');
    return `${text}.${secrets.sign(purpose, text)}`;
  };
  /** The parts of a genuine token; null for anything else, and for another spelling of a genuine one. */
  const unseal = (prefix: string, purpose: string, token: string): string[] | null => {
    const parts = token.slice(prefix.length).split('.');
    if (!token.startsWith(prefix) || parts.length !== 5 || !parts.every((part) => PART.test(part)))
      return null;
    const signature = parts.pop()!;
    if (Buffer.from(signature, 'base64url').toString('base64url') !== signature) return null;
    return secrets.isSigned(purpose, prefix + parts.join('.'), signature) ? parts : null;
  };
  return {
    /**
     * `ct_<tenant>.<property>.<cart>.<generation>.<signature>`; it is as good as the cart's row says of its generation. That of a
     * recovery link has `<generation>-<spell>`.
     */
    newCartToken({ tenantId, propertyId, cartId, generation, recovers }: CartClaims): string {
      const numbers = recovers === undefined ? `${generation}` : `${generation}-${recovers}`;
      return seal('ct_', 'cart token', [...[tenantId, propertyId, cartId].map(shortId), numbers]);
    },
    readCartToken(token: string): CartClaims | null {
      const parts = unseal('ct_', 'cart token', token);
      if (parts === null) return null;
      const [tenantId, propertyId, cartId] = parts.map(longId) as [string, string, string];
      const [generation = 0, recovers] = parts[3]!.split('-').map(Number);
      return { tenantId, propertyId, cartId, generation, ...(recovers !== undefined && { recovers }) };
    },
    /** `cr_<tenant>.<property>.<cart>.<generation>-<spell>-<expiry>.<signature>`, for seven days. */
    newRecoveryLink({ tenantId, propertyId, cartId, generation, spell }: RecoveryClaims) {
      const seconds = Math.floor(clock().getTime() / 1000) + RECOVERY_LINK_DAYS * DAY_SECONDS;
      const ids = [tenantId, propertyId, cartId].map(shortId);
      return {
        token: seal('cr_', 'recovery link', [...ids, `${generation}-${spell}-${seconds}`]),
        expiresAt: new Date(seconds * 1000),
      };
    },
    readRecoveryLink(token: string): RecoveryClaims | null {
      const parts = unseal('cr_', 'recovery link', token);
      if (parts === null) return null;
      const [generation = 0, spell = 0, seconds = 0] = parts[3]!.split('-').map(Number);
      if (seconds * 1000 <= clock().getTime()) return null;
      const [tenantId, propertyId, cartId] = parts.map(longId) as [string, string, string];
      return { tenantId, propertyId, cartId, generation, spell };
    },
    /** `ol_<tenant>.<property>.<order>.<expiry>.<signature>`, for 90 days. */
    newOrderLink({ tenantId, propertyId, orderId }: OrderClaims): string {
      const expiresAt = Math.floor(clock().getTime() / 1000) + ORDER_LINK_DAYS * DAY_SECONDS;
      return seal('ol_', 'order link', [...[tenantId, propertyId, orderId].map(shortId), String(expiresAt)]);
    },
    readOrderLink(token: string): OrderClaims | null {
      const parts = unseal('ol_', 'order link', token);
      if (parts === null || Number(parts[3]) * 1000 <= clock().getTime()) return null;
      const [tenantId, propertyId, orderId] = parts.map(longId) as [string, string, string];
      return { tenantId, propertyId, orderId };
    },
    newCustomerToken: (tenantId: string, sessionId: string): Promise<string> =>
      sessions.issue({ tenantId, sessionId }, CUSTOMER_TOKEN_SECONDS),
    readCustomerToken: sessions.check,
  };
}

export type ShopperTokens = ReturnType<typeof createShopperTokens>;

/** A UUID in 22 characters. */
const shortId = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

const longId = (short: string): string =>
  Buffer.from(short, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
