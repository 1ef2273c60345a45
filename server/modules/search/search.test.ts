import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';
import { usePalette } from './testing/palette.ts';

const test = await useApp();
const { tell, settle, search, titles, post } = usePalette(test);

const shop = await newTenant(test);
const customer = (name: string, more: object = {}) => post(shop, '/v1/crm/customers', { name, ...more });
const order = (customerId: string, orderNumber: string, ...names: string[]) =>
  post(shop, '/v1/crm/orders', {
    customerId,
    orderNumber,
    items: names.map((name, n) => ({ sku: `SKU${n}`, name })),
  });
const john = await customer('John Smith', { email: 'j.smith@mail.example', phone: '+44 20 7946 0958' });
await customer('José Ångström', { externalId: 'ERP-5501' });
await customer('Johanna Smit');
await order(john, '1001', 'Oolong tea', "O'Brien_mug");
await tell(shop, 'entry', { title: 'Über uns', subtitle: 'page', text: 'Wir lieben Tee & Kuchen.' });
await tell(shop, 'asset', {
  title: 'teapot.jpg',
  subtitle: 'image/jpeg',
  text: 'A blue pot, 100% porcelain',
});
await customer('Máire D’Arcy');
await tell(shop, 'entry', {
  title: 'L’heure du thé',
  subtitle: 'page',
  text: 'On dit « Bonjour » – et “salut”.',
});
await tell(shop, 'redirect', { title: '/old-teahouse', subtitle: '/tea-house' });
await tell(shop, 'property', { title: 'Main store', subtitle: 'store.example' });
await tell(shop, 'entry', { title: 'حياة الخوارزمي', subtitle: 'page', text: 'كتاب قديم' });
await settle();

describe('one box finds', () => {
  const FOUND: Record<string, Record<string, string[]>> = {
    'customers, by name, e-mail, phone and reference': {
      'john smith': ['John Smith'],
      'j.smith@mail.example': ['John Smith'],
      442079460958: ['John Smith'],
      'erp-5501': ['José Ångström'],
    },
    'orders, by number, sku and name of a line': { 1001: ['1001'], oolong: ['1001'], sku1: ['1001'] },
    'entries, media, redirects and properties, by what their modules tell of them': {
      kuchen: ['Über uns'],
      porcelain: ['teapot.jpg'],
      'old teahouse': ['/old-teahouse'],
      'store.example': ['Main store'],
    },
    'whatever the case': { OOLONG: ['1001'], 'jOHN SMITH': ['John Smith'] },
    'Arabic words with and without their article': {
      خوارزمي: ['حياة الخوارزمي'],
      الخوارزمي: ['حياة الخوارزمي'],
      'الكتاب خوارزمي': ['حياة الخوارزمي'],
    },
    'with and without accents': {
      jose: ['José Ångström'],
      josé: ['José Ångström'],
      angstrom: ['José Ångström'],
      'uber uns': ['Über uns'],
    },
    'whatever marks stand beside a word': {
      "máire d'arcy": ['Máire D’Arcy'],
      'maire d’arcy': ['Máire D’Arcy'],
      'o’brien mug': ['1001'],
      "l'heure": ['L’heure du thé'],
      bonjour: ['L’heure du thé'],
      '“salut”': ['L’heure du thé'],
    },
    'the beginning of a word': {
      porcel: ['teapot.jpg'],
      'smit jo': ['Johanna Smit', 'John Smith'],
      angs: ['José Ångström'],
    },
    'several words, wherever each is': {
      'mug 1001': ['1001'],
      'blue teapot': ['teapot.jpg'],
      'mug blue': [],
    },
    'a word with a letter left out, added, replaced or exchanged': {
      'jonh smth': ['John Smith'],
      'jhon smith': ['John Smith'],
      porcelan: ['teapot.jpg'],
      porrcelain: ['teapot.jpg'],
      porcekain: ['teapot.jpg'],
      kuhcen: ['Über uns'],
    },
    'with two slips in a long word, but not in a short one': { pocrelian: ['teapot.jpg'], koochen: [] },
    'no number but the one that was typed': { 1010: [], 1002: [], 442079460959: [] },
  };
  for (const [what, searches] of Object.entries(FOUND)) {
    it(what, async () => {
      for (const [q, expected] of Object.entries(searches))
        assert.deepEqual(await titles(shop, q), expected, q);
    });
  }
});

it('everything in q is plain text', async () => {
  for (const q of ['%', '_', '\\', '*', '"', "'; drop table search_words; --", '|', '\u0001', '🫖', ' ']) {
    assert.deepEqual(await titles(shop, q), [], q);
  }
  assert.deepEqual(await titles(shop, '100%'), ['teapot.jpg', '1001']);
  assert.deepEqual(await titles(shop, "o'brien"), ['1001']);
  assert.deepEqual(await titles(shop, '(oolong | mug) & !x:*'), []);
});

describe('a result is shown', () => {
  const shown = async (q: string) => (await search(shop, q))[0];

  it('with its entity, id, title and subtitle', async () => {
    const subtitle = 'j.smith@mail.example';
    assert.deepEqual(await shown('john smith'), {
      entity: 'customer',
      id: john,
      title: 'John Smith',
      subtitle,
    });
    const { entity, title, subtitle: told } = (await shown('kuchen'))!;
    assert.deepEqual([entity, title, told], ['entry', 'Über uns', 'page']);
  });

  it('in its current state: an order with the present name of its customer, and cancelled when it is', async () => {
    const id = await customer('Ada Byron');
    const placed = await order(id, 'A-7', 'Samovar');
    await settle();
    assert.equal((await shown('samovar'))?.subtitle, 'Ada Byron · placed');
    await test.call('PATCH', `/v1/crm/customers/${id}`, { token: shop.key, body: { name: 'Ada Lovelace' } });
    await post(shop, `/v1/crm/orders/${placed}/cancel`);
    assert.equal((await shown('samovar'))?.subtitle, 'Ada Lovelace · cancelled');
  });
});

describe('the best result comes first:', async () => {
  const ranked = await newTenant(test);
  const tellInTurn = async (...told: Parameters<typeof tell>[2][]) => {
    for (const each of told) {
      await tell(ranked, 'entry', each);
      test.advance(1_000);
    }
    await settle();
  };

  it('a whole word, then a beginning, then a corrected word', async () => {
    await tellInTurn({ title: 'garden' }, { title: 'gardener' }, { title: 'gardin' });
    assert.deepEqual(await titles(ranked, 'garden'), ['garden', 'gardener'], 'found whole, so it was meant');
    assert.deepEqual(await titles(ranked, 'gardene'), ['gardener', 'garden']);
    assert.deepEqual(await titles(ranked, 'gardxn'), ['gardin', 'garden']);
  });

  it('then titles before texts', async () => {
    await tellInTurn({ title: 'Rivers' }, { title: 'On water', text: 'of rivers and seas' });
    assert.deepEqual(await titles(ranked, 'rivers'), ['Rivers', 'On water']);
    await tellInTurn(
      { title: 'Lake and hill' },
      { title: 'Lake', text: 'by a hill' },
      { title: 'Walks', text: 'hill and lake' },
    );
    assert.equal((await titles(ranked, 'lake hill'))[0], 'Lake and hill', 'all words in the title');
  });

  it('then the newer before the older', async () => {
    await tellInTurn({ title: 'Copper one' }, { title: 'Copper two' }, { title: 'Copper three' });
    assert.deepEqual(await titles(ranked, 'copper'), ['Copper three', 'Copper two', 'Copper one']);
    assert.deepEqual(await titles(ranked, 'copper', '&limit=1'), ['Copper three']);
  });

  it('and a title is not lost among very many texts that have the word', async () => {
    await tell(ranked, 'entry', { title: 'Quartz' });
    test.advance(1_000);
    for (let n = 0; n < 60; n++)
      await tell(ranked, 'entry', { title: `Stone ${n}`, text: 'with quartz in it' });
    await settle();
    assert.equal((await titles(ranked, 'quartz', '&limit=5'))[0], 'Quartz');
  });
});
