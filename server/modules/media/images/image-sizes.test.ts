import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cropAround, sizesOf } from './image-sizes.ts';

const side = fc.integer({ min: 1, max: 20_000 });
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('the square around a focal point', () => {
  it('is as large as the image allows, inside of it, and contains the point', () => {
    fc.assert(
      fc.property(side, side, share, share, (width, height, x, y) => {
        const crop = cropAround(width, height, { x, y });
        assert.equal(crop.width, Math.min(width, height));
        assert.equal(crop.height, crop.width);
        assert.ok(crop.left >= 0 && crop.left + crop.width <= width);
        assert.ok(crop.top >= 0 && crop.top + crop.height <= height);
        // Rounding may cost a pixel.
        assert.ok(x * width >= crop.left - 1 && x * width <= crop.left + crop.width + 1);
        assert.ok(y * height >= crop.top - 1 && y * height <= crop.top + crop.height + 1);
      }),
    );
  });

  it('has the point in its middle where the edges allow it', () => {
    assert.deepEqual(cropAround(1000, 200, { x: 0.5, y: 0.5 }), {
      left: 400,
      top: 0,
      width: 200,
      height: 200,
    });
    assert.deepEqual(cropAround(1000, 200, { x: 0, y: 1 }), { left: 0, top: 0, width: 200, height: 200 });
    assert.deepEqual(cropAround(200, 1000, { x: 0.5, y: 1 }), { left: 0, top: 800, width: 200, height: 200 });
  });
});

describe('the sizes of pictures', () => {
  it('never exceed the image, keep its shape, and grow from small to large', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const { thumbnail, small, medium, large } = sizesOf(width, height);
        for (const size of [thumbnail, small, medium, large]) {
          assert.ok(size.width >= 1 && size.width <= width && size.height >= 1 && size.height <= height);
        }
        assert.ok(small.width <= medium.width && medium.width <= large.width);
        assert.ok(Math.max(large.width, large.height) <= 2048);
        assert.ok(Math.abs(large.width - (large.height * width) / height) <= Math.max(1, width / height));
      }),
    );
  });
});
