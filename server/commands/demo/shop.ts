/** Fills the demo tenant's shop through the API, as a developer would: a site, its key, goods with pictures, stock, shipping, tax. */
import sharp from 'sharp';
import type { App } from '#kernel/http/app.ts';
import { isRecoveryUrl } from '../../modules/checkout/settings/settings.ts';
import { drawing } from './drawings.ts';
import { CATEGORIES, GOODS, type Good } from './goods.ts';

type Demo = { owner: { email: string; password: string } };
// biome-ignore lint/suspicious/noExplicitAny: answers of the API, of which this file reads an id or two
type Data = any;

const LOW_AT = 5;

/** `url`: where the server is reached. */
export async function fillDemoShop(app: App, { owner }: Demo, url: string): Promise<{ key: string }> {
  const headers: Record<string, string> = {};
  async function send(
    method: 'POST' | 'PATCH' | 'PUT',
    url: string,
    payload: object | Buffer,
  ): Promise<Data> {
    const answer = await app.inject({ method, url, payload, headers });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`);
    return answer.json().data;
  }
  const post = (url: string, body: object) => send('POST', url, body);

  const { accessToken } = await post('/v1/auth/sign-in', owner);
  headers.authorization = `Bearer ${accessToken}`;
  await send('PATCH', '/v1/tenant', { currency: 'EUR' });
  const site = await post('/v1/properties', { name: 'Agora Tea House', locales: ['en', 'de'] });
  const { id: locationId } = await post('/v1/inventory/locations', { name: 'Shop', code: 'SHOP' });
  const categoryIds = await fillCategories();
  // Pictures are drawn side by side; products follow in order, so that the newest is the last.
  const pictures = await Promise.all(GOODS.map((good) => drawAll(good)));
  for (const [place, good] of GOODS.entries()) await addGood(good, pictures[place]!);
  await fillStock();
  await fillCheckout();
  const { key } = await post('/v1/storefront-keys', { label: 'Demo shop', propertyId: site.id });
  return { key };

  async function fillCategories(): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    for (const [position, { handle, name, de, parent }] of CATEGORIES.entries()) {
      const parentId = parent === null ? null : ids.get(parent);
      const translations = { de: { name: de } };
      const { id } = await post('/v1/catalog/categories', { handle, name, parentId, position, translations });
      ids.set(handle, id);
    }
    return ids;
  }

  async function drawAll({ title, pictures: wanted }: Good): Promise<string[]> {
    const ids: string[] = [];
    for (const [place, [thing, colour]] of wanted.entries()) {
      const bytes = await sharp(Buffer.from(drawing(thing, colour)))
        .webp({ quality: 94 })
        .toBuffer();
      const form = new FormData();
      form.append('alt', title);
      form.append('folder', '/shop');
      form.append(
        'file',
        new Blob([new Uint8Array(bytes)], { type: 'image/webp' }),
        `${thing}-${colour}-${place}.webp`,
      );
      const whole = new Response(form);
      const answer = await app.inject({
        method: 'POST',
        url: '/v1/media',
        payload: Buffer.from(await whole.arrayBuffer()),
        headers: { ...headers, 'content-type': whole.headers.get('content-type')! },
      });
      if (answer.statusCode >= 300) throw new Error(`POST /v1/media: ${answer.body}`);
      ids.push(answer.json().data.id);
    }
    return ids;
  }

  async function addGood(good: Good, media: string[]): Promise<void> {
    const { title, de, text, textDe, category, vendor, option, variants } = good;
    await post('/v1/catalog/products', {
      ...{
        title,
        description: text,
        vendor,
        media,
        status: 'active',
        categoryIds: [categoryIds.get(category)],
      },
      taxCode: category === 'teaware' || category === 'gifts' ? null : 'food',
      translations: { de: { title: de, description: textDe } },
      ...(option !== undefined && {
        options: [{ name: option, values: variants.map(({ value }) => value) }],
      }),
      variants: variants.map(({ value, sku, amount, compareAt }) => ({
        ...{ sku, optionValues: value === undefined ? [] : [value] },
        prices: [{ currency: 'EUR', amount, compareAt }],
      })),
    });
  }

  async function fillStock(): Promise<void> {
    const all = GOODS.flatMap(({ variants }) => variants);
    const lines = all.flatMap(({ sku, units }) => (units ? [{ sku, locationId, change: units }] : []));
    await post('/v1/inventory/adjustments', { reason: 'Opening of the shop', kind: 'received', lines });
    for (const { sku, units } of all) {
      const url = `/v1/inventory/items/${sku}`;
      if (units === null) await send('PATCH', url, { backorderLimit: null });
      else if (units > 0 && units <= LOW_AT) await send('PATCH', url, { lowAt: LOW_AT });
    }
  }

  async function fillCheckout(): Promise<void> {
    const option = (name: string, tiers: object[], more: object = {}) =>
      post('/v1/checkout/shipping-options', { name, currency: 'EUR', tiers, ...more });
    await option('Parcel', [
      { from: 0, amount: 4.9 },
      { from: 50, amount: 0 },
    ]);
    await option('Express, next day', [{ from: 0, amount: 12.5 }], { countries: ['DE'], position: 1 });
    for (const [country, full, food] of [
      ['DE', 19, 7],
      ['AT', 20, 10],
    ] as const) {
      await post('/v1/checkout/tax-rates', { name: `VAT ${full} %`, country, percent: full });
      await post('/v1/checkout/tax-rates', {
        name: `VAT ${food} %`,
        country,
        percent: food,
        taxCode: 'food',
      });
    }
    await post('/v1/checkout/discounts', { code: 'WELCOME10', kind: 'percent', value: 10 });
    const settings = await app.inject({ method: 'GET', url: '/v1/checkout/settings', headers });
    const { version: _, ...now } = settings.json().data;
    const recoveryUrl = `${url}/shop/en/recover#{token}`;
    await send('PUT', '/v1/checkout/settings', {
      ...now,
      pricesIncludeTax: true,
      paymentMethods: [
        { id: 'transfer', name: 'Bank transfer', instructions: 'The account is on your invoice.' },
        { id: 'pickup', name: 'Cash on collection', instructions: null },
      ],
      recoveryUrl: isRecoveryUrl(recoveryUrl) ? recoveryUrl : null,
    });
  }
}
