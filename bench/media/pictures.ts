/** Pictures by parameter: one that exists beside a file, and the first request for one beside the bare work. */
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { median, percentile, verdict } from '../report.ts';

const SIZE = { w: 640, h: 360 };
/** The settings of picture-maker.ts. */
const WEBP = { quality: 80, effort: 2 };
const REQUESTS = 300;

export type Shown = {
  url: string;
  imageUrl: string;
  derivatives: { name: string; format: string; url: string }[];
};

type Stage = {
  dir: string;
  images: number;
  imageOf: (seed: number) => Promise<Buffer>;
  /** Uploads an image and returns it once it is processed. */
  show: (bytes: Buffer) => Promise<Shown>;
  putPresets: (presets: object) => Promise<void>;
};

export async function comparePictures({ dir, images, imageOf, show, putPresets }: Stage): Promise<void> {
  await putPresets({ teaser: SIZE });
  const first: number[] = [];
  const bare: number[] = [];
  let last: Shown | undefined;
  const query = `&w=${SIZE.w}&h=${SIZE.h}&format=webp`;
  for (let n = 1; n <= images; n++) {
    const bytes = await imageOf(100 + n);
    last = await show(bytes);
    // The process that makes pictures is running.
    if (n === 1) await load(`${last.imageUrl}&w=64&format=webp`);
    bare.push(await workBare(dir, bytes));
    first.push(await load(`${last.imageUrl}${query}`));
  }
  const made: number[] = [];
  const file: number[] = [];
  const small = last!.derivatives.find(({ name, format }) => name === 'small' && format === 'webp')!.url;
  for (let n = 0; n < REQUESTS; n++) {
    file.push(await load(small));
    made.push(await load(`${last!.imageUrl}${query}`));
  }
  console.log(`\nA picture of ${SIZE.w}×${SIZE.h}, WebP, of a photo, over HTTP, one request at a time`);
  console.table([
    row(`bare: sharp and the disk, ${images} images`, bare),
    row('the first request for it', first),
    row(`a file of similar size, ${REQUESTS} requests`, file),
    row('the picture once it is made', made),
  ]);
  verdict('first request ÷ bare, median', median(first) / median(bare), 1.5, true);
  verdict('made picture ÷ file, median', median(made) / median(file), 1.5, true);
}

const row = (contender: string, times: number[]) => ({
  contender,
  'p50 ms': median(times).toFixed(1),
  'p90 ms': percentile(times, 90).toFixed(1),
});

async function load(url: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(url);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - started;
}

/** The unavoidable work: the image decoded, cropped, encoded, and on disk. */
async function workBare(dir: string, bytes: Buffer): Promise<number> {
  const folder = await mkdtemp(join(dir, 'bare-'));
  const source = join(folder, 'source');
  await writeFile(source, bytes);
  const started = performance.now();
  const picture = await sharp(source, { sequentialRead: true })
    .resize(SIZE.w, SIZE.h, { fit: 'cover' })
    .webp(WEBP)
    .toBuffer();
  const target = await open(join(folder, 'picture'), 'w');
  await target.writeFile(picture);
  await target.sync();
  await target.close();
  const took = performance.now() - started;
  await rm(folder, { recursive: true });
  return took;
}
