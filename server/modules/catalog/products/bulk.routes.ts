import { Type } from 'typebox';
import { invalid } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Decimal, OneOf, Text, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { WRITE } from '../access.ts';
import { changePrices, changeProducts, MAX_VARIANTS_IN_BULK } from './bulk.ts';
import { DECIMALS, isAmount } from './checks.ts';
import { Amount, Currency, MAX_AMOUNT } from './fields.ts';

const MAX_PRODUCTS = 1_000;
const MAX_PRICES = 5_000;

const Tags = Type.Array(Text(100), { maxItems: 50 });
const ProductsChange = NamedObject('ProductsChange', {
  ids: Type.Array(Uuid(), { minItems: 1, maxItems: MAX_PRODUCTS }),
  status: Type.Optional(OneOf(['active', 'archived'] as const)),
  addTags: Type.Optional(Tags),
  removeTags: Type.Optional(Tags),
});

const PricesChange = NamedObject('PricesChange', {
  variantIds: Type.Array(Uuid(), { minItems: 1, maxItems: MAX_PRICES }),
  currency: Currency(),
  percent: Type.Optional(
    Decimal({
      minimum: -100,
      maximum: 10_000,
      description: '-10: ten percent less. Rounded half up to the decimals of the currency.',
    }),
  ),
  amount: Type.Optional(
    Decimal({ minimum: -MAX_AMOUNT, maximum: MAX_AMOUNT, description: 'Added to each price.' }),
  ),
  set: Type.Optional(Amount('The new price of all of them.')),
});

const Changed = NamedObject('BulkChangeResult', {
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  failed: Type.Array(Type.Object({ id: Type.String(), code: Type.String(), message: Type.String() })),
});

const TOGETHER = `The products must not have more than ${MAX_VARIANTS_IN_BULK} variants together. The others are changed if some fail.`;

export function catalogBulkRoutes(app: App, clock: () => Date): void {
  app.post(
    '/v1/catalog/products/bulk',
    {
      config: WRITE,
      schema: {
        operationId: 'changeProductsInBulk',
        summary: `Change the status or the tags of up to ${MAX_PRODUCTS} products`,
        description: TOGETHER,
        body: ProductsChange,
        response: { 200: Success(Changed) },
      },
    },
    async (request) => {
      const { ids, ...change } = request.body;
      assertTagsDiffer(change);
      return success(await request.inTenant((tx) => changeProducts(tx, clock(), ids, change)));
    },
  );

  app.post(
    '/v1/catalog/prices/bulk',
    {
      config: WRITE,
      schema: {
        operationId: 'changePricesInBulk',
        summary: `Change the prices of up to ${MAX_PRICES} variants by percent or amount, or set them`,
        description: TOGETHER,
        body: PricesChange,
        response: { 200: Success(Changed) },
      },
    },
    async (request) => {
      assertOne(request.body);
      return success(await request.inTenant((tx) => changePrices(tx, clock(), request.body)));
    },
  );
}

function assertTagsDiffer({ addTags = [], removeTags = [] }: { addTags?: string[]; removeTags?: string[] }) {
  const problems = removeTags.flatMap((tag, index) =>
    addTags.includes(tag)
      ? [{ path: `removeTags[${index}]`, code: 'not_unique', message: 'must not be in addTags too' }]
      : [],
  );
  if (problems.length > 0) throw invalid(problems);
}

function assertOne({ percent, amount, set }: { percent?: number; amount?: number; set?: number }): void {
  const given = Object.entries({ percent, amount, set }).filter(([, value]) => value !== undefined);
  if (given.length !== 1) {
    const message = 'must have exactly one of percent, amount and set';
    throw invalid([{ path: '', code: 'required', message }]);
  }
  const [[path, value]] = given as [[string, number]];
  if (!isAmount(Math.abs(value))) throw invalid([{ path, code: 'too_many_decimals', message: DECIMALS }]);
}
