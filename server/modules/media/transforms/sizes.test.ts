import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { AppError } from '#kernel/errors.ts';
import { layOut, negotiate, readWanted, WIDTHS } from './sizes.ts';
import { FITS } from './transform-fields.ts';

const PRESETS = {
  teaser: { w: 640, h: 360, fit: 'cover' },
  social: { w: 1200, h: 630, format: 'jpeg', q: 70 },
  strip: { h: 100 },
} as const;

describe('the sizes that an address may ask for', () => {
  const problemOf = (asked: Parameters<typeof readWanted>[0]) => {
    try {
      return readWanted(asked, PRESETS);
    } catch (error) {
      const [{ path, code }] = (error as AppError).details as [{ path: string; code: string }];
      return `${path} ${code}`;
    }
  };

  it('are the standard widths and the presets, by name or by value, at their own width or a standard one', () => {
    const plain = { q: null, format: 'auto' };
    assert.deepEqual(problemOf({ w: 640 }), { w: 640, h: null, fit: 'inside', ...plain });
    assert.deepEqual(problemOf({ preset: 'teaser' }), { w: 640, h: 360, fit: 'cover', ...plain });
    assert.deepEqual(problemOf({ preset: 'teaser', w: 1920, format: 'webp' }), {
      ...{ w: 1920, h: 1080, fit: 'cover', q: null, format: 'webp' },
    });
    assert.deepEqual(problemOf({ w: 640, h: 360 }), { w: 640, h: 360, fit: 'cover', ...plain });
    assert.deepEqual(problemOf({ w: 128, h: 72 }), { w: 128, h: 72, fit: 'cover', ...plain });
    assert.deepEqual(problemOf({ preset: 'social' }), {
      w: 1200,
      h: 630,
      fit: 'cover',
      q: 70,
      format: 'jpeg',
    });
    assert.deepEqual(problemOf({ w: 1200, h: 630, q: 70 }), {
      w: 1200,
      h: 630,
      fit: 'cover',
      q: 70,
      format: 'auto',
    });
    assert.deepEqual(problemOf({ h: 100 }), { w: null, h: 100, fit: 'inside', ...plain });
  });

  it('of a preset at a standard width have no side longer than 4,096, in its shape', () => {
    const wide = fc.integer({ min: 1, max: 4096 });
    fc.assert(
      fc.property(wide, wide, fc.constantFrom(...WIDTHS), (w, h, width) => {
        const found = readWanted({ preset: 'box', w: width }, { box: { w, h } });
        assert.ok(found.w! >= 1 && found.w! <= width && found.h! >= 1 && found.h! <= 4096);
        assert.ok(found.w === width || found.h === 4096);
      }),
    );
  });

  it('are no others', () => {
    assert.equal(problemOf({ w: 641 }), 'w not_allowed');
    assert.equal(problemOf({ w: 640, q: 80 }), 'w not_allowed');
    assert.equal(problemOf({ w: 640, h: 361 }), 'w not_allowed');
    assert.equal(problemOf({ w: 641, h: 361 }), 'w not_allowed');
    assert.equal(problemOf({ w: 640, h: 360, fit: 'contain' }), 'w not_allowed');
    assert.equal(problemOf({ h: 101 }), 'h not_allowed');
    assert.equal(problemOf({ format: 'webp' }), 'w required');
    assert.equal(problemOf({ w: 640, fit: 'cover' }), 'h required');
    assert.equal(problemOf({ preset: 'nothing' }), 'preset not_found');
    assert.equal(problemOf({ preset: 'constructor' }), 'preset not_found');
    assert.equal(problemOf({ preset: 'teaser', w: 641 }), 'w not_allowed');
    assert.equal(problemOf({ preset: 'strip', w: 640 }), 'w not_allowed');
    assert.equal(problemOf({ preset: 'teaser', h: 360 }), 'h not_allowed');
  });

  it('are at most a few for each image, whatever is asked for', () => {
    let allowed = 0;
    for (let w = 1; w <= 4096; w++) if (typeof problemOf({ w }) !== 'string') allowed++;
    assert.equal(allowed, WIDTHS.length);
  });
});

describe('the layout of a picture', () => {
  const side = fc.integer({ min: 1, max: 5000 });
  const part = fc.double({ min: 0, max: 1, noNaN: true });

  it('never enlarges the image, stays in the box, and a crop stays in the image', () => {
    fc.assert(
      fc.property(
        side,
        side,
        side,
        side,
        fc.constantFrom(...FITS),
        part,
        part,
        (w, h, width, height, fit, x, y) => {
          const { scaled, crop, box } = layOut({ w, h, fit, q: null }, { width, height }, { x, y });
          assert.ok(scaled.width <= width && scaled.height <= height);
          const shown = crop ?? scaled;
          assert.ok(shown.width >= 1 && shown.height >= 1 && shown.width <= w && shown.height <= h);
          if (fit === 'contain') assert.deepEqual(box, { width: w, height: h });
          if (crop === null) return;
          assert.ok(crop.left >= 0 && crop.left + crop.width <= scaled.width);
          assert.ok(crop.top >= 0 && crop.top + crop.height <= scaled.height);
          // The focal point is in the picture, but for the half pixel of rounding.
          assert.ok(scaled.width * x >= crop.left - 1 && scaled.width * x <= crop.left + crop.width + 1);
          assert.ok(scaled.height * y >= crop.top - 1 && scaled.height * y <= crop.top + crop.height + 1);
        },
      ),
    );
  });

  it('keeps the shape of a crop when the image is too small for it', () => {
    const { crop } = layOut(
      { w: 1600, h: 900, fit: 'cover', q: null },
      { width: 800, height: 800 },
      { x: 0, y: 1 },
    );
    assert.deepEqual(crop, { left: 0, top: 350, width: 800, height: 450 });
  });
});

it('the format is the best that the browser accepts', () => {
  const small = { width: 640, height: 360 };
  const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
  assert.equal(negotiate('auto', chrome, small), 'avif');
  assert.equal(negotiate('auto', 'image/webp,*/*', small), 'webp');
  assert.equal(negotiate('auto', 'image/avif;q=0, image/WebP;q=0.5', small), 'webp');
  assert.equal(negotiate('auto', '*/*', small), 'plain');
  assert.equal(negotiate('auto', undefined, small), 'plain');
  assert.equal(negotiate('jpeg', chrome, small), 'jpeg');
  assert.equal(negotiate('auto', chrome, { width: 3840, height: 16_383 }), 'avif');
  assert.equal(negotiate('auto', chrome, { width: 3840, height: 16_384 }), 'plain');
});
