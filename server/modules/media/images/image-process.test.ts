import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import sharp from 'sharp';
import { jpeg, pixelBomb, png } from '../testing/images.ts';
import { createImageProcess } from './image-process.ts';

const MEBIBYTE = 1024 * 1024;

function start(t: TestContext, maxBytes = 1024 * MEBIBYTE) {
  const images = createImageProcess(maxBytes);
  t.after(() => images.stop());
  return async (bytes: Buffer, seconds = 30) => {
    const folder = await mkdtemp(join(tmpdir(), 'colonnade-image-'));
    const source = join(folder, 'source');
    await writeFile(source, bytes);
    const focal = { x: 0.5, y: 0.5 };
    const outcome = await images.make({ source, folder, focal, maxPixels: 100e6, seconds });
    await rm(folder, { recursive: true });
    return { outcome, pid: images.pid! };
  };
}

it('one process serves image after image', async (t) => {
  const make = start(t);
  const first = await make(await png(50, 50));
  const second = await make(await png(60, 50));
  assert.ok('pictures' in second.outcome);
  assert.equal(first.pid, second.pid);
});

it('the process ends when it needs more memory than it may, and the next image gets another', async (t) => {
  const make = start(t, 150 * MEBIBYTE);
  // Interlaced, so that it cannot be decoded line by line.
  const large = await sharp({ create: { width: 6000, height: 6000, channels: 4, background: '#f008' } })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer();
  const { outcome } = await make(large);
  assert.deepEqual(outcome, { refused: 'Opening it takes more than 150 MiB of memory.' });
  assert.ok('pictures' in (await make(await png(50, 50))).outcome);
});

it('a process that hangs is killed, and the next image gets another', async (t) => {
  const make = start(t);
  const { pid } = await make(await png(50, 50));
  process.kill(pid, 'SIGSTOP');
  const { outcome } = await make(await png(50, 50), 1);
  assert.deepEqual(outcome, { trouble: 'It took longer than 1 seconds.' });
  assert.ok('pictures' in (await make(await png(50, 50))).outcome);
});

it('a process that dies in the middle is reported, and the next image gets another', async (t) => {
  const make = start(t);
  const { pid } = await make(await png(50, 50));
  const dying = make(await jpeg(2000, 2000));
  setTimeout(() => process.kill(pid, 'SIGKILL'), 50);
  assert.deepEqual((await dying).outcome, {
    trouble: 'Opening it ended the process that makes pictures.',
  });
  assert.ok('pictures' in (await make(await png(50, 50))).outcome);
});

it('the process has no setting or secret of ours', { skip: process.platform !== 'linux' }, async (t) => {
  const { pid } = await start(t)(await png(50, 50));
  const names = (await readFile(`/proc/${pid}/environ`, 'utf8'))
    .split('\0')
    .map((each) => each.split('=')[0]);
  assert.deepEqual(
    names.filter((name) => !/^(MALLOC_|NODE_CHANNEL_|NODE_UNIQUE_|$)/.test(name!)),
    [],
  );
});

it('the memory of the process stays within bounds over a series of hostile files', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const most = 300 * MEBIBYTE;
  const make = start(t, most);
  const files = [
    pixelBomb(9000, 9000),
    (await jpeg(3000, 3000)).subarray(0, 30_000),
    await jpeg(1200, 900),
    pixelBomb(60_000, 60_000),
  ];
  for (let n = 0; n < 3 * files.length; n++) {
    const { pid } = await make(files[n % files.length]!);
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const peak = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
    assert.ok(peak < most, `${peak / MEBIBYTE} MiB after ${n + 1} files`);
  }
});
