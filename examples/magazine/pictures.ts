/** Draws the pictures of the magazine: landscapes of flat colours, a few KB each, so that the repository stores none. */
import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];
export type Scene = {
  sky: [top: Colour, bottom: Colour];
  sun: Colour;
  /** The centre of the sun, which is the focal point. */
  x: number;
  y: number;
  /** From the farthest to the nearest. */
  hills: Colour[];
  /** How many waves a hill has. */
  waves: number;
};

const SKY_BANDS = 40;
const SUN_RADIUS = 0.13;

const between = (from: Colour, to: Colour, share: number): Colour => [
  Math.round(from[0] + (to[0] - from[0]) * share),
  Math.round(from[1] + (to[1] - from[1]) * share),
  Math.round(from[2] + (to[2] - from[2]) * share),
];

/** A PNG with a palette: bands of the sky, the sun, and the hills before it. */
export function drawScene(scene: Scene, width: number, height: number): Buffer {
  const { sky, sun, hills, waves } = scene;
  const bands = Array.from({ length: SKY_BANDS }, (_, band) => between(...sky, band / (SKY_BANDS - 1)));
  const palette = [...bands, sun, ...hills];
  const topOf = (hill: number, x: number) =>
    0.5 +
    hill * 0.13 +
    0.06 * Math.sin(x * waves * Math.PI + hill * 2.1) +
    0.02 * Math.sin(x * waves * 7 + hill);
  const rows: Buffer[] = [];
  for (let py = 0; py < height; py++) {
    const row = Buffer.alloc(width + 1);
    const y = py / height;
    for (let px = 0; px < width; px++) {
      const x = px / width;
      const nearest = hills.findLastIndex((_, hill) => y > topOf(hill, x));
      const isSun = Math.hypot((x - scene.x) * (width / height), y - scene.y) < SUN_RADIUS;
      row[px + 1] =
        nearest >= 0
          ? SKY_BANDS + 1 + nearest
          : isSun
            ? SKY_BANDS
            : Math.min(SKY_BANDS - 1, Math.floor(y * 1.6 * SKY_BANDS));
    }
    rows.push(row);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(data.length + 12);
  framed.writeUInt32BE(data.length, 0);
  typed.copy(framed, 4);
  framed.writeUInt32BE(crc32(typed), data.length + 8);
  return framed;
}

const hex = (code: string): Colour => [
  Number.parseInt(code.slice(0, 2), 16),
  Number.parseInt(code.slice(2, 4), 16),
  Number.parseInt(code.slice(4, 6), 16),
];
const scene = (
  sky: [string, string],
  sun: string,
  [x, y]: [number, number],
  hills: string[],
  waves: number,
): Scene => ({ sky: [hex(sky[0]), hex(sky[1])], sun: hex(sun), x, y, hills: hills.map(hex), waves });

/** Each with its alternative text, in both languages. */
export const SCENES: Record<string, { scene: Scene; en: string; de: string }> = {
  harbour: {
    scene: scene(['1d3557', 'f4a261'], 'ffe8d6', [0.72, 0.4], ['457b9d', '2f5d7c', '1d3557'], 2),
    en: 'The sun goes down behind the harbour',
    de: 'Die Sonne geht hinter dem Hafen unter',
  },
  city: {
    scene: scene(['6d6875', 'ffcdb2'], 'fff1e6', [0.3, 0.33], ['b5838d', '8d6577', '54405c'], 9),
    en: 'Roofs of the old town in the haze',
    de: 'Dächer der Altstadt im Dunst',
  },
  bread: {
    scene: scene(['f6bd60', 'f7ede2'], 'ffffff', [0.55, 0.3], ['e09f5b', 'b5713a', '7a4419'], 3),
    en: 'Hills as brown as crusts',
    de: 'Hügel, braun wie Krusten',
  },
  map: {
    scene: scene(['e9edc9', 'fefae0'], 'e76f51', [0.2, 0.3], ['ccd5ae', 'a3b18a', '588157'], 5),
    en: 'Fields drawn as on a map',
    de: 'Felder, gezeichnet wie auf einer Karte',
  },
  wood: {
    scene: scene(['a98467', 'f0ead2'], 'fefae0', [0.8, 0.28], ['adc178', '6c584c', '3d2c22'], 4),
    en: 'The edge of a forest in the evening',
    de: 'Waldrand am Abend',
  },
  lighthouse: {
    scene: scene(['0b2545', '8da9c4'], 'fff3b0', [0.5, 0.25], ['5c7fa3', '2c5480', '0b2545'], 2.5),
    en: 'A light above a dark sea',
    de: 'Ein Licht über dunklem Meer',
  },
  field: {
    scene: scene(['90be6d', 'f9f7d9'], 'f9c74f', [0.65, 0.3], ['b5c95a', '7f9c3a', '43621f'], 3.5),
    en: 'A field of rye under a low sun',
    de: 'Ein Roggenfeld unter tiefer Sonne',
  },
  night: {
    scene: scene(['10002b', '5a189a'], 'e0aaff', [0.25, 0.28], ['3c096c', '240046', '10002b'], 6),
    en: 'The moon above the town',
    de: 'Der Mond über der Stadt',
  },
  river: {
    scene: scene(['52b2cf', 'e8f6f8'], 'ffffff', [0.42, 0.3], ['7ec4cf', '3c91a8', '1f5f75'], 1.6),
    en: 'A river bends between hills',
    de: 'Ein Fluss biegt sich zwischen Hügeln',
  },
};
