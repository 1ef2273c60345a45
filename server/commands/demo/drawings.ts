/** Drawings of the demo's products, as SVG in a square of 1000: a table in soft light, and one thing on it. */

type Colours = { light: string; deep: string; ink: string };

export const PALETTE = {
  green: { light: '#dfe8d2', deep: '#5d7f4d', ink: '#2f4a2b' },
  black: { light: '#efdccb', deep: '#8c4a2f', ink: '#4e2417' },
  white: { light: '#ece9df', deep: '#b9b090', ink: '#5d573f' },
  herbal: { light: '#f6e3d3', deep: '#d07a4d', ink: '#74351a' },
  blue: { light: '#d9e4ea', deep: '#4a7489', ink: '#233f4f' },
  rose: { light: '#f3dfe0', deep: '#b5656f', ink: '#5f2a33' },
  gold: { light: '#f3e8c9', deep: '#c39a3a', ink: '#6a4f12' },
  stone: { light: '#e6e4e0', deep: '#77726b', ink: '#3b3833' },
} as const satisfies Record<string, Colours>;

const leaf = (x: number, y: number, size: number, turn: number, fill: string) =>
  `<path transform="translate(${x} ${y}) rotate(${turn}) scale(${size})" d="M0 0C20 -34 62 -44 100 -30C84 6 46 24 0 0Z" fill="${fill}"/>`;

/** A few leaves on the table. */
const leaves = (fill: string) =>
  [
    [150, 842, 0.9, 12],
    [232, 880, 0.7, -28],
    [742, 872, 0.85, -8],
    [832, 838, 0.7, 24],
    [690, 905, 0.55, 160],
  ]
    .map(([x, y, size, turn]) => leaf(x!, y!, size!, turn!, fill))
    .join('');

const shadow = (width: number, y = 812) =>
  `<ellipse cx="512" cy="${y}" rx="${width + 40}" ry="56" fill="url(#shadow)"/>`;

const shine = (x: number, y: number, height: number) =>
  `<rect x="${x}" y="${y}" width="34" height="${height}" rx="17" fill="#fff" opacity="0.22"/>`;

const THINGS = {
  tin: ({ light, deep, ink }: Colours) => `
    ${shadow(250)}
    <rect x="300" y="300" width="400" height="510" rx="34" fill="${deep}"/>
    <rect x="300" y="300" width="400" height="510" rx="34" fill="url(#round)"/>
    <rect x="318" y="200" width="364" height="120" rx="26" fill="${ink}"/>
    <rect x="318" y="200" width="364" height="120" rx="26" fill="url(#round)"/>
    <rect x="300" y="430" width="400" height="250" fill="${light}"/>
    <rect x="300" y="430" width="400" height="250" fill="url(#round)" opacity="0.6"/>
    <path d="M440 612C452 520 520 480 596 484C600 560 540 620 440 612Z" fill="${deep}"/>
    <path d="M430 626C470 580 520 540 580 500" stroke="${ink}" stroke-width="7" fill="none" stroke-linecap="round"/>
    ${shine(336, 340, 420)}`,
  pouch: ({ light, deep, ink }: Colours) => `
    ${shadow(270)}
    <path d="M300 240H700L728 780Q730 812 698 812H302Q270 812 272 780Z" fill="${light}"/>
    <path d="M300 240H700L728 780Q730 812 698 812H302Q270 812 272 780Z" fill="url(#round)"/>
    <path d="M300 240H700L704 318H296Z" fill="${ink}"/>
    <path d="M296 318H704" stroke="#fff" stroke-width="5" stroke-dasharray="14 12" opacity="0.5"/>
    <circle cx="500" cy="560" r="130" fill="${deep}"/>
    <path d="M432 610C440 530 500 496 574 500C576 570 520 620 432 610Z" fill="${light}"/>
    <path d="M424 622C460 580 510 546 560 514" stroke="${ink}" stroke-width="7" fill="none" stroke-linecap="round"/>
    <rect x="400" y="724" width="200" height="14" rx="7" fill="${deep}" opacity="0.6"/>`,
  teapot: ({ light, deep, ink }: Colours) => `
    ${shadow(300)}
    <path d="M690 520C820 470 850 640 700 690" stroke="${deep}" stroke-width="44" fill="none" stroke-linecap="round"/>
    <path d="M330 600C250 590 230 500 168 452" stroke="${deep}" stroke-width="56" fill="none" stroke-linecap="round"/>
    <path d="M300 560C300 420 390 372 500 372S700 420 700 560C700 720 620 806 500 806S300 720 300 560Z" fill="${deep}"/>
    <path d="M300 560C300 420 390 372 500 372S700 420 700 560C700 720 620 806 500 806S300 720 300 560Z" fill="url(#round)"/>
    <path d="M396 392C400 336 450 316 500 316S600 336 604 392Z" fill="${ink}"/>
    <circle cx="500" cy="296" r="32" fill="${ink}"/>
    <path d="M330 470Q500 520 670 470" stroke="${light}" stroke-width="10" fill="none" opacity="0.7"/>
    ${shine(352, 470, 210)}`,
  cup: ({ light, deep, ink }: Colours) => `
    <path d="M430 250q46 44 0 92t0 92M540 220q46 44 0 92t0 92" stroke="#fff" stroke-width="16" fill="none" stroke-linecap="round" opacity="0.75"/>
    ${shadow(330, 838)}
    <ellipse cx="500" cy="806" rx="300" ry="46" fill="${light}"/>
    <ellipse cx="500" cy="798" rx="300" ry="44" fill="#fff" opacity="0.5"/>
    <path d="M700 540C810 510 820 680 668 690" stroke="${deep}" stroke-width="38" fill="none"/>
    <path d="M288 500H712C712 680 640 790 500 790S288 680 288 500Z" fill="${deep}"/>
    <path d="M288 500H712C712 680 640 790 500 790S288 680 288 500Z" fill="url(#round)"/>
    <ellipse cx="500" cy="500" rx="212" ry="50" fill="${light}"/>
    <ellipse cx="500" cy="506" rx="184" ry="38" fill="${ink}" opacity="0.75"/>
    ${shine(338, 560, 120)}`,
  whisk: ({ light, deep, ink }: Colours) => `
    ${shadow(190)}
    <path d="M452 190H548L556 460H444Z" fill="${deep}"/>
    <path d="M452 190H548L556 460H444Z" fill="url(#round)"/>
    <rect x="436" y="446" width="128" height="34" rx="12" fill="${ink}"/>
    ${Array.from({ length: 15 }, (_, n) => {
      const at = (n - 7) / 7;
      const [x, wide, end] = [500 + at * 56, 500 + at * 176, 500 + at * 120];
      return `<path d="M${x} 478C${wide} 600 ${wide} 720 ${end} 806" stroke="${n % 2 ? light : deep}" stroke-width="10" fill="none" stroke-linecap="round"/>`;
    }).join('')}`,
  box: ({ light, deep, ink }: Colours) => `
    ${shadow(330)}
    <rect x="200" y="420" width="600" height="390" rx="20" fill="${deep}"/>
    <rect x="200" y="420" width="600" height="390" rx="20" fill="url(#round)"/>
    <rect x="176" y="340" width="648" height="120" rx="20" fill="${ink}"/>
    <rect x="456" y="340" width="88" height="470" fill="${light}"/>
    <path d="M500 340C420 200 300 240 340 300C370 340 440 344 500 340C560 344 630 340 660 300C700 240 580 200 500 340Z" fill="none" stroke="${light}" stroke-width="38" stroke-linejoin="round"/>`,
};

export type Thing = keyof typeof THINGS;
export type Colour = keyof typeof PALETTE;

export function drawing(thing: Thing, colour: Colour): string {
  const colours = PALETTE[colour];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="800" height="800">
    <defs>
      <linearGradient id="wall" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#fffdf8"/><stop offset="1" stop-color="${colours.light}"/>
      </linearGradient>
      <radialGradient id="sun" cx="0.28" cy="0.2" r="0.8">
        <stop offset="0" stop-color="#fff" stop-opacity="0.9"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>
      </radialGradient>
      <linearGradient id="round" x1="0" y1="0" x2="1" y2="0">
        <stop offset="0" stop-color="#000" stop-opacity="0.16"/><stop offset="0.28" stop-color="#fff" stop-opacity="0.16"/>
        <stop offset="0.7" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.26"/>
      </linearGradient>
      <radialGradient id="shadow">
        <stop offset="0.4" stop-color="#000" stop-opacity="0.2"/><stop offset="1" stop-color="#000" stop-opacity="0"/>
      </radialGradient>
    </defs>
    <rect width="1000" height="1000" fill="url(#wall)"/>
    <rect width="1000" height="1000" fill="url(#sun)"/>
    <rect y="740" width="1000" height="260" fill="${colours.deep}" opacity="0.18"/>
    <rect y="740" width="1000" height="3" fill="${colours.ink}" opacity="0.12"/>
    ${THINGS[thing](colours)}
    ${leaves(colours.deep)}
  </svg>`;
}
