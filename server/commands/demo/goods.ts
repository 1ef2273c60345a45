/** The goods of the demo shop, in English and German. Amounts are in euros, with tax. */
import type { Colour, Thing } from './drawings.ts';

export type Good = {
  title: string;
  de: string;
  category: string;
  vendor?: string;
  text: string;
  textDe: string;
  pictures: [thing: Thing, colour: Colour][];
  /** Sizes or colours, each with its SKU, price and units in stock; null: made to order. */
  variants: { value?: string; sku: string; amount: number; compareAt?: number; units: number | null }[];
  option?: string;
};

export const CATEGORIES = [
  { handle: 'tea', name: 'Tea', de: 'Tee', parent: null },
  { handle: 'green-tea', name: 'Green tea', de: 'Grüner Tee', parent: 'tea' },
  { handle: 'black-tea', name: 'Black tea', de: 'Schwarzer Tee', parent: 'tea' },
  { handle: 'herbal', name: 'Herbs and fruit', de: 'Kräuter und Früchte', parent: 'tea' },
  { handle: 'teaware', name: 'Teaware', de: 'Teegeschirr', parent: null },
  { handle: 'gifts', name: 'Gifts', de: 'Geschenke', parent: null },
];

const weights = (code: string, amount: number, units: number) => [
  { value: '50 g', sku: `${code}-50`, amount, units },
  { value: '100 g', sku: `${code}-100`, amount: Math.round(amount * 190) / 100, units },
  { value: '250 g', sku: `${code}-250`, amount: Math.round(amount * 440) / 100, units: Math.ceil(units / 3) },
];

/** The last is the newest, and the first that visitors see. */
export const GOODS: Good[] = [
  {
    ...{ title: 'Gift box for two', de: 'Geschenkbox für zwei', category: 'gifts' },
    text: 'Two cups, a tin of first flush and a card that you write yourself.',
    textDe: 'Zwei Tassen, eine Dose First Flush und eine Karte, die Sie selbst schreiben.',
    pictures: [
      ['box', 'rose'],
      ['cup', 'rose'],
    ],
    variants: [{ sku: 'BOX-2', amount: 49, compareAt: 56, units: 14 }],
  },
  {
    ...{ title: 'Bamboo whisk', de: 'Bambusbesen', category: 'teaware', vendor: 'Takayama workshop' },
    text: 'Eighty tines, carved by hand from one piece. For matcha without lumps.',
    textDe: 'Achtzig Borsten, von Hand aus einem Stück geschnitzt. Für Matcha ohne Klümpchen.',
    pictures: [['whisk', 'gold']],
    variants: [{ sku: 'WHISK-80', amount: 24.9, units: 0 }],
  },
  {
    ...{ title: 'Stoneware cup', de: 'Becher aus Steinzeug', category: 'teaware', vendor: 'Harbour pottery' },
    text: 'Thrown on the wheel, so no two are alike. Holds a quarter of a litre.',
    textDe: 'Auf der Scheibe gedreht, keiner gleicht dem anderen. Fasst einen Viertelliter.',
    pictures: [
      ['cup', 'blue'],
      ['cup', 'stone'],
      ['cup', 'rose'],
    ],
    option: 'Colour',
    variants: [
      { value: 'Harbour blue', sku: 'CUP-BLUE', amount: 18.5, units: 30 },
      { value: 'Stone', sku: 'CUP-STONE', amount: 18.5, units: 3 },
      { value: 'Rose', sku: 'CUP-ROSE', amount: 18.5, units: 0 },
    ],
  },
  {
    ...{
      title: 'Teapot, one litre',
      de: 'Teekanne, ein Liter',
      category: 'teaware',
      vendor: 'Harbour pottery',
    },
    text: 'A wide spout that does not drip, and a sieve that holds every leaf.',
    textDe: 'Ein Ausguss, der nicht tropft, und ein Sieb, das jedes Blatt hält.',
    pictures: [
      ['teapot', 'stone'],
      ['teapot', 'blue'],
    ],
    option: 'Colour',
    variants: [
      { value: 'Stone', sku: 'POT-STONE', amount: 64, units: 9 },
      { value: 'Harbour blue', sku: 'POT-BLUE', amount: 64, units: null },
    ],
  },
  {
    ...{ title: 'Rooibos with orange', de: 'Rooibos mit Orange', category: 'herbal' },
    text: 'Red, round and without caffeine. Peel of bitter oranges, nothing else.',
    textDe: 'Rot, rund und ohne Koffein. Mit Schalen der Bitterorange, sonst nichts.',
    pictures: [['pouch', 'herbal']],
    ...{ option: 'Weight', variants: weights('ROO', 5.2, 60) },
  },
  {
    ...{ title: 'Evening herbs', de: 'Abendkräuter', category: 'herbal', vendor: 'Alpine meadow co-op' },
    text: 'Lemon balm, lavender and camomile from one meadow at a thousand metres.',
    textDe: 'Melisse, Lavendel und Kamille von einer Wiese auf tausend Metern.',
    pictures: [['tin', 'blue']],
    ...{ option: 'Weight', variants: weights('EVE', 6.4, 45) },
  },
  {
    ...{ title: 'Earl Grey, bergamot peel', de: 'Earl Grey mit Bergamotte', category: 'black-tea' },
    text: 'Ceylon leaf, dried with real peel instead of perfume.',
    textDe: 'Ceylon-Blatt, mit echten Schalen getrocknet statt parfümiert.',
    pictures: [['tin', 'gold']],
    ...{ option: 'Weight', variants: weights('EARL', 6.9, 50) },
  },
  {
    ...{
      title: 'Assam, second flush',
      de: 'Assam Second Flush',
      category: 'black-tea',
      vendor: 'Doomni estate',
    },
    text: 'Malt, honey and strength for the first cup of the day.',
    textDe: 'Malz, Honig und Kraft für die erste Tasse am Tag.',
    pictures: [['pouch', 'black']],
    ...{ option: 'Weight', variants: weights('ASSAM', 7.4, 40) },
  },
  {
    ...{
      title: 'Darjeeling, first flush',
      de: 'Darjeeling First Flush',
      category: 'black-tea',
      vendor: 'Margaret’s Hope',
    },
    text: 'Picked in March, light as a white wine, with a scent of muscatel.',
    textDe: 'Im März gepflückt, leicht wie Weißwein, mit einem Duft von Muskateller.',
    pictures: [
      ['tin', 'black'],
      ['cup', 'black'],
    ],
    ...{ option: 'Weight', variants: weights('DARJ', 12.5, 25) },
  },
  {
    ...{ title: 'Genmaicha', de: 'Genmaicha', category: 'green-tea', vendor: 'Uji growers' },
    text: 'Green tea with roasted rice: warm, nutty, good with food.',
    textDe: 'Grüntee mit geröstetem Reis: warm, nussig, gut zum Essen.',
    pictures: [['pouch', 'gold']],
    ...{ option: 'Weight', variants: weights('GEN', 5.9, 55) },
  },
  {
    ...{ title: 'Jasmine pearls', de: 'Jasminperlen', category: 'green-tea', vendor: 'Fuding gardens' },
    text: 'Rolled by hand and scented over seven nights with fresh blossoms.',
    textDe: 'Von Hand gerollt und sieben Nächte lang mit frischen Blüten beduftet.',
    pictures: [['tin', 'white']],
    ...{ option: 'Weight', variants: weights('JAS', 11.2, 4) },
  },
  {
    ...{ title: 'Sencha of spring', de: 'Frühlings-Sencha', category: 'green-tea', vendor: 'Uji growers' },
    text: 'The first leaves of the year, steamed within the hour. Fresh as cut grass, sweet at the end.',
    textDe: 'Die ersten Blätter des Jahres, binnen einer Stunde gedämpft. Frisch wie Gras, am Ende süß.',
    pictures: [
      ['tin', 'green'],
      ['cup', 'green'],
    ],
    ...{ option: 'Weight', variants: weights('SEN', 8.9, 80) },
  },
];
