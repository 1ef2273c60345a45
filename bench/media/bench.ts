/**
 * `npm run bench -- media [images]`: upload to media.processed, beside the bare work: same pictures, same bytes on disk; then
 * pictures by parameter.
 */
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { OPERATOR } from '#kernel/audit.ts';
import type { Kernel } from '#kernel/module.ts';
import { buildApp } from '../../server/app.ts';
import { createKey } from '../../server/modules/access/keys/keys.ts';
import { createTenant } from '../../server/modules/access/tenants/tenants.ts';
import { makePictures } from '../../server/modules/media/images/image-maker.ts';
import { createImageProcess } from '../../server/modules/media/images/image-process.ts';
import type { Settings } from '../../server/settings.ts';
import { openStage } from '../deliveries/stage.ts';
import { median, percentile, verdict } from '../report.ts';
import { comparePictures, type Shown } from './pictures.ts';

const SIZES = [
  { name: 'photo, 2400×1600', width: 2400, height: 1600 },
  { name: 'icon, 64×64', width: 64, height: 64 },
];
const JOB = { focal: { x: 0.5, y: 0.5 }, maxPixels: 100e6, seconds: 60 };

export async function run(args: string[]): Promise<void> {
  const images = Number(args[0] ?? 6);
  const stage = await openStage();
  const { app, startWork } = await buildApp(stage.kernel);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const work = startWork();
  const { port } = app.server.address() as AddressInfo;
  const client = await newClient(stage.kernel, port);
  await client.untilProcessed(await imageOf(100, 100, 0));
  for (const { name, width, height } of SIZES) {
    const bare: number[] = [];
    const ours: number[] = [];
    // Alternates, so that a busy moment of the machine slows both alike.
    for (let n = 1; n <= images; n++) {
      const bytes = await imageOf(width, height, n);
      bare.push(await timed(() => workBare(stage.kernel.config.media.dir, bytes)));
      ours.push(await timed(() => client.untilProcessed(bytes)));
    }
    console.log(`\nUpload to media.processed, ${name}, ${images} images, one at a time`);
    console.table([row('bare: sharp and the disk', bare), row('Colonnade, over HTTP', ours)]);
    if (width > 1000) verdict('ours ÷ bare, median', median(ours) / median(bare), 1.25, true);
    else console.log(`  on top of the bare work: ${(median(ours) - median(bare)).toFixed(0)} ms`);
  }
  await comparePictures({
    ...{ dir: stage.kernel.config.media.dir, images, show: client.show, putPresets: client.putPresets },
    imageOf: (seed) => imageOf(2400, 1600, seed),
  });
  console.log(
    `\nStarting the process that makes pictures costs ${(await startCost(stage.kernel)).toFixed(0)} ms, once`,
  );
  await work.stop();
  await app.close();
  await stage.close();
}

const row = (contender: string, times: number[]) => ({
  contender,
  'p50 ms': median(times).toFixed(0),
  'p90 ms': percentile(times, 90).toFixed(0),
  'best ms': Math.min(...times).toFixed(0),
});

async function timed(step: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await step();
  return performance.now() - started;
}

/** Makes an image that compresses realistically and differs from all before. */
async function imageOf(width: number, height: number, seed: number): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * 3);
  for (let at = 0, y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      raw[at] = x / 9 + Math.sin(y / 30 + seed) * 40;
      raw[at + 1] = y / 6 + seed * 5;
      raw[at + 2] = (x ^ y) >> 3;
    }
  }
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** The unavoidable work: the file on disk, the renditions, and these on disk. */
async function workBare(dir: string, bytes: Buffer): Promise<void> {
  await mkdir(dir, { recursive: true });
  const folder = await mkdtemp(join(dir, 'bare-'));
  const source = join(folder, 'source');
  await writeFile(source, bytes, { flush: true });
  const { derivatives } = await makePictures({ ...JOB, source, folder });
  for (const { file } of derivatives) {
    const handle = await open(join(folder, file));
    await handle.sync();
    await handle.close();
  }
  await rm(folder, { recursive: true });
}

async function startCost({ config }: Kernel<Settings>): Promise<number> {
  const folder = await mkdtemp(join(config.media.dir, 'start-'));
  const source = join(folder, 'source');
  await writeFile(source, await imageOf(8, 8, 1));
  const images = createImageProcess(config.media.processMaxBytes);
  const make = () => timed(() => images.make({ ...JOB, source, folder }));
  const [first, second] = [await make(), await make()];
  images.stop();
  return first - second;
}

async function newClient({ db, clock, config: { publicUrl } }: Kernel, port: number) {
  const owner = { ownerEmail: 'owner@bench.example', ownerPassword: 'a password for benches' };
  const { tenant } = await createTenant(db, OPERATOR, clock(), { name: 'bench', ...owner });
  const { key } = await db.inTenant(tenant.id, (tx) =>
    createKey(tx, OPERATOR, clock(), { label: 'bench', scopes: ['read:media', 'write:media'] }),
  );
  const isProcessed = (id: string) =>
    db.inTenant(tenant.id, async (tx) => {
      const sql = "select from events where type = 'media.processed' and data ->> 'id' = $1";
      return (await tx.query(sql, [id])).rowCount === 1;
    });
  const headers = { authorization: `Bearer ${key}` };
  const here = `http://127.0.0.1:${port}`;
  async function untilProcessed(bytes: Buffer): Promise<string> {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
    const answer = await fetch(`${here}/v1/media`, { method: 'POST', headers, body });
    const { data } = (await answer.json()) as { data: { id: string } };
    while (!(await isProcessed(data.id))) await new Promise((resolve) => setTimeout(resolve, 5));
    return data.id;
  }
  return {
    untilProcessed,
    async show(bytes: Buffer): Promise<Shown> {
      const answer = await fetch(`${here}/v1/media/${await untilProcessed(bytes)}`, { headers });
      const text = (await answer.text()).replaceAll(publicUrl, here);
      return (JSON.parse(text) as { data: Shown }).data;
    },
    async putPresets(presets: object): Promise<void> {
      const sent = { ...headers, 'content-type': 'application/json' };
      const body = JSON.stringify(presets);
      const { status } = await fetch(`${here}/v1/media/presets`, { method: 'PUT', headers: sent, body });
      if (status !== 200) throw new Error(`the presets were answered with ${status}`);
    },
  };
}
