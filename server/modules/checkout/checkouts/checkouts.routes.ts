import { shopperOf } from '#kernel/auth/shopper.ts';
import { passing } from '#kernel/crash.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { withEtag } from '#kernel/http/etag.ts';
import type { Kernel } from '#kernel/module.ts';
import { createTogether, type Step } from '#kernel/work/together.ts';
import { cartOf } from '../carts/carts.routes.ts';
import type { Deps } from '../carts/saving.ts';
import type { Others } from '../others.ts';
import { prepareChange, readCheckout } from './changing.ts';
import { prepareCompletion } from './completing.ts';
import { endCheckout } from './ending.ts';
import { Checkout, CheckoutChange, Complete, CompletedCheckout } from './fields.ts';
import { STOREFRONT } from './frozen.ts';
import { createStarting } from './starting.ts';

/** The batch of a tenant holds its order numbers until its commit. */
const bytesOf = (value: object) => JSON.stringify(value).length;
const TOGETHER = { most: 64, waiting: 500, bytesOf };

const CHECKOUT = { storefront: 'checkout' } as const;

/** A checkout in the storefront: that of the cart whose token is sent. */
export function checkoutRoutes(app: App, kernel: Kernel, others: Others): void {
  const { clock } = kernel;
  const deps = (): Deps => ({ others, now: clock() });
  const start = createStarting(kernel, others);
  const change = createTogether(kernel, { name: 'changes of checkouts', ...TOGETHER });
  const complete = createTogether(kernel, { name: 'completions', ...TOGETHER, lanes: 2 });

  app.post(
    '/v1/storefront/checkouts',
    {
      // A repetition returns the open checkout anyway.
      config: { ...CHECKOUT, looksAnew: true, makes: 'checkout' },
      schema: {
        operationId: 'startStorefrontCheckout',
        fails: ['not_found', 'conflict', 'out_of_stock', 'checkout_locked', 'code_not_usable'],
        summary: 'Start a checkout: hold the stock of the cart',
        description:
          '409 out_of_stock names every SKU that has less left. Started again, the open checkout is returned.',
        response: { 201: Success(Checkout) },
      },
    },
    async (request, reply) => {
      const shopper = shopperOf(request);
      const checkout = await start({ shop: shopper, ref: cartOf(shopper) });
      return withEtag(reply.code(201), checkout);
    },
  );

  app.get(
    '/v1/storefront/checkouts/current',
    {
      config: CHECKOUT,
      schema: {
        operationId: 'getStorefrontCheckout',
        fails: ['not_found'],
        summary: 'Get the latest checkout of the cart',
        response: { 200: Success(Checkout) },
      },
    },
    async (request, reply) =>
      withEtag(
        reply,
        await request.inShop((tx, shopper) => readCheckout(tx, deps(), shopper, cartOf(shopper))),
      ),
  );

  app.patch(
    '/v1/storefront/checkouts/current',
    {
      config: CHECKOUT,
      schema: {
        operationId: 'updateStorefrontCheckout',
        fails: ['not_found', 'conflict', 'checkout_locked'],
        summary: 'Change contact, addresses, shipping option or payment method',
        description:
          'Extends the hold of its stock, up to the limit of the business. Fields that are left out stay.',
        body: CheckoutChange,
        response: { 200: Success(Checkout) },
      },
    },
    async (request, reply) => {
      const shopper = shopperOf(request);
      const step: Step<Checkout> = (tx, now) =>
        prepareChange(tx, { others, now }, shopper, cartOf(shopper), request.body);
      return withEtag(reply, await change(shopper.tenant.id, step));
    },
  );

  app.post(
    '/v1/storefront/checkouts/current/complete',
    {
      // A repetition returns the same order anyway, and no copy of addresses is stored.
      config: { ...CHECKOUT, looksAnew: true },
      schema: {
        operationId: 'completeStorefrontCheckout',
        fails: [
          'not_found',
          'conflict',
          'out_of_stock',
          'checkout_changed',
          'checkout_locked',
          'code_not_usable',
        ],
        summary: 'Complete the checkout: place its order',
        description:
          'Repeatable: the same order comes back. 409 checkout_changed if the total is another one, 409 out_of_stock if a line was added ' +
          'of which less is left, 422 while something is missing.',
        body: Complete,
        response: { 200: Success(CompletedCheckout) },
      },
    },
    async (request) => {
      const shopper = shopperOf(request);
      const { expectedTotal } = request.body;
      const step: Step<CompletedCheckout> = (tx, now) =>
        prepareCompletion(tx, { others, now }, shopper, STOREFRONT, cartOf(shopper), expectedTotal);
      const completed = await complete(shopper.tenant.id, step).then(passing('after_order_before_response'));
      return success(completed);
    },
  );

  app.delete(
    '/v1/storefront/checkouts/current',
    {
      config: CHECKOUT,
      schema: {
        operationId: 'cancelStorefrontCheckout',
        fails: ['not_found', 'conflict', 'checkout_locked'],
        withoutEtag: true,
        summary: 'Cancel the checkout, and free its stock at once',
        response: { 200: Success(Checkout) },
      },
    },
    async (request) =>
      success(await request.inShop((tx, shopper) => endCheckout(tx, deps(), cartOf(shopper), 'cancelled'))),
  );
}
