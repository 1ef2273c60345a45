import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Shopper, shopperOf } from '#kernel/auth/shopper.ts';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { withEtag } from '#kernel/http/etag.ts';
import { IdParams, Text } from '#kernel/http/fields.ts';
import type { Repeat } from '#kernel/http/idempotency.ts';
import type { Kernel } from '#kernel/module.ts';
import { createTogether, type Step } from '#kernel/work/together.ts';
import type { Others } from '../others.ts';
import type { CartTokens } from '../tokens.ts';
import { addCode, changeCart, type Made, prepareCart, prepareLines, removeCode, setLine } from './carts.ts';
import { claimCart } from './claiming.ts';
import { tryCode } from './code-attempts.ts';
import { AddLines, Cart, CartChange, CartWithToken, NewCart, NewCode, SetQuantity } from './fields.ts';
import { type CartRef, type Deps, readCart, type Shop } from './saving.ts';

const bytesOf = (value: object) => JSON.stringify(value).length;
const TOGETHER = { most: 64, waiting: 500, bytesOf };

const CART = { storefront: 'cart' } as const;

/** A cart in the storefront. The token names it, so no path has its id. */
export function cartRoutes(app: App, kernel: Kernel, others: Others, tokens: CartTokens): void {
  const { clock } = kernel;
  const deps = (): Deps => ({ others, now: clock() });
  const together = createTogether(kernel, { name: 'carts', ...TOGETHER });
  const change = <Rest extends unknown[]>(
    request: FastifyRequest,
    rule: (...args: [Parameters<typeof readCart>[0], Deps, Shop, CartRef, ...Rest]) => Promise<Cart>,
    ...rest: Rest
  ) => {
    const shopper = shopperOf(request);
    return request.inShop((tx) => rule(tx, deps(), shopper, cartOf(shopper), ...rest), readAgain(shopper));
  };
  const readAgain = (shopper: Shopper): Repeat<Cart, { id: string }> => ({
    keep: ({ id }) => ({ id }),
    again: (tx) => readCart(tx, deps(), shopper, cartOf(shopper)),
  });

  /** Carts that are changed together are written together. A request with an Idempotency-Key has a transaction of its own. */
  const write = <T, Kept>(request: FastifyRequest, step: Step<T>, repeat: Repeat<T, Kept>) =>
    request.idempotencyKey === null
      ? together(shopperOf(request).tenant.id, step)
      : request.inShop(async (tx) => (await step(tx, clock()))(), repeat);

  /** A cart whose token has been replaced since gets the answer of one that does not exist. */
  const madeAgain = (shopper: Shopper): Repeat<Made, Required<CartRef>> => ({
    keep: ({ cart: { id }, generation }) => ({ id, generation }),
    async again(tx, { id, generation }) {
      return { cart: await readCart(tx, deps(), shopper, { id, generation }), generation };
    },
  });

  const withToken = (shopper: Shopper, { cart, generation }: Made) => {
    const { tenant, propertyId } = shopper;
    const claims = { tenantId: tenant.id, propertyId, cartId: cart.id, generation };
    return { ...cart, token: tokens.newCartToken(claims) };
  };

  app.post(
    '/v1/storefront/carts',
    {
      config: { ...CART, bearers: ['publishable', 'server', 'customer'], makes: 'cart' },
      schema: {
        operationId: 'createStorefrontCart',
        fails: ['quota_exceeded', 'not_found', 'conflict', 'no_price'],
        summary: 'Create a cart with its first lines',
        description:
          'The answer has the token that all other calls about this cart need. 409 no_price names the variants without a price in the currency.',
        body: NewCart,
        response: { 201: Success(CartWithToken) },
      },
    },
    async (request, reply) => {
      const shopper = shopperOf(request);
      const { propertyId, customerId = null } = shopper;
      const made = await write(
        request,
        (tx, now) => prepareCart(tx, { others, now }, shopper, { propertyId, customerId }, request.body),
        madeAgain(shopper),
      );
      return withEtag(reply.code(201), withToken(shopper, made));
    },
  );

  app.get(
    '/v1/storefront/carts/current',
    {
      config: CART,
      schema: {
        operationId: 'getStorefrontCart',
        fails: ['not_found'],
        summary: 'Get the cart with the prices of now',
        response: { 200: Success(Cart) },
      },
    },
    async (request, reply) => withEtag(reply, await change(request, readCart)),
  );

  app.patch(
    '/v1/storefront/carts/current',
    {
      config: CART,
      schema: {
        operationId: 'updateStorefrontCart',
        fails: ['not_found', 'conflict', 'no_price', 'checkout_locked'],
        summary: 'Change the contact, note, currency or attributes of the cart',
        body: CartChange,
        response: { 200: Success(Cart) },
      },
    },
    async (request, reply) => withEtag(reply, await change(request, changeCart, request.body)),
  );

  app.post(
    '/v1/storefront/carts/current/lines',
    {
      config: CART,
      schema: {
        operationId: 'addStorefrontCartLines',
        fails: ['not_found', 'conflict', 'no_price', 'checkout_locked'],
        summary: 'Add lines to the cart',
        description:
          'Quantities are added to lines that are there already. Refused while the cart is being paid.',
        body: AddLines,
        response: { 200: Success(Cart) },
      },
    },
    async (request, reply) => {
      const shopper = shopperOf(request);
      const step: Step<Cart> = (tx, now) =>
        prepareLines(tx, { others, now }, shopper, cartOf(shopper), request.body.lines);
      return withEtag(reply, await write(request, step, readAgain(shopper)));
    },
  );

  app.put(
    '/v1/storefront/carts/current/lines/:key',
    {
      config: CART,
      schema: {
        operationId: 'setStorefrontCartLine',
        fails: ['conflict', 'checkout_locked'],
        summary: 'Set the quantity of a line; 0 removes it',
        params: Type.Object({ key: Text(60) }),
        body: SetQuantity,
        response: { 200: Success(Cart) },
      },
    },
    async (request, reply) =>
      withEtag(reply, await change(request, setLine, request.params.key, request.body.quantity)),
  );

  app.post(
    '/v1/storefront/carts/current/codes',
    {
      config: CART,
      schema: {
        operationId: 'addStorefrontCartCode',
        fails: ['not_found', 'conflict', 'checkout_locked', 'code_not_usable'],
        summary: 'Add a discount code to the cart',
        description:
          'Five codes a minute and address; more get 429, and all codes after 200 wrong ones in an hour, for ten minutes. One answer, 422 code_not_usable, for codes that are unknown, spent, expired or for another currency. A code that only needs more in the cart is added and does not apply yet.',
        body: NewCode,
        response: { 200: Success(Cart) },
      },
    },
    async (request, reply) => {
      const attempt = () => change(request, addCode, request.body.code);
      return withEtag(reply, await tryCode(kernel, clock(), shopperOf(request), attempt));
    },
  );

  app.delete(
    '/v1/storefront/carts/current/codes/:id',
    {
      config: CART,
      schema: {
        operationId: 'removeStorefrontCartCode',
        fails: ['conflict', 'checkout_locked'],
        withoutEtag: true,
        summary: 'Remove a discount code from the cart',
        params: IdParams,
        response: { 200: Success(Cart) },
      },
    },
    async (request) => success(await change(request, removeCode, request.params.id)),
  );

  app.post(
    '/v1/storefront/carts/current/claim',
    {
      config: { ...CART, bearers: ['customer'] },
      schema: {
        operationId: 'claimStorefrontCart',
        fails: ['not_found', 'conflict', 'checkout_locked'],
        summary: 'Make a cart that of the customer who signed in',
        description:
          'An older open cart of the customer is united with it: quantities are added, and the older cart is gone. The answer is the cart that ' +
          'remains, with a new token; the former one is worth nothing.',
        body: Type.Object({ token: Text(500, 'The token of the cart.') }),
        response: { 200: Success(CartWithToken) },
      },
    },
    async (request, reply) => {
      const shopper = shopperOf(request);
      const claims = tokens.readCartToken(request.body.token);
      const isOurs = claims?.tenantId === shopper.tenant.id && claims.propertyId === shopper.propertyId;
      if (claims === null || !isOurs) throw notFound('cart');
      const { cartId: id, generation } = claims;
      const made = await request.inShop(
        (tx) => claimCart(tx, deps(), shopper, { id, generation }, shopper.customerId!),
        madeAgain(shopper),
      );
      return withEtag(reply, withToken(shopper, made));
    },
  );
}

/** The cart that the token names. */
export const cartOf = ({ cart }: Shopper): CartRef => cart!;
