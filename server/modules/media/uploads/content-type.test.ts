import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { gifThatIsHtml, hostileSvg, jpeg, png } from '../testing/images.ts';
import { isShown, kindOf, typeOf } from './content-type.ts';

const FILES: Record<string, Buffer | string> = {
  'image/jpeg': await jpeg(20, 10),
  'image/png': await png(20, 10),
  'image/gif': gifThatIsHtml(),
  'image/svg+xml': hostileSvg(),
  'text/html': '\ufeff \n<!-- hello --><!DOCTYPE html><title>x</title>',
  'application/xml': '<?xml version="1.0"?><note/>',
  'application/pdf': '%PDF-1.7\n%\u00e2\u00e3',
  'text/plain': 'Grüße, a < b, and nothing else.\n',
  'application/octet-stream': Buffer.from([0, 1, 2, 3, 255, 254]),
};

describe('the type of a file follows from its bytes:', () => {
  for (const [type, bytes] of Object.entries(FILES)) {
    it(type, async () => assert.equal(await typeOf(Buffer.from(bytes as string)), type));
  }

  it('HTML in any form that a browser might run', async () => {
    for (const text of [
      '<script>alert(1)</script>',
      'text first <ScRiPt src=x>',
      '<body onload=alert(1)>',
      '<html>',
      '<iframe srcdoc="x">',
    ]) {
      assert.equal(await typeOf(Buffer.from(text)), 'text/html', text);
    }
  });

  it('SVG behind declarations, comments and a prefix', async () => {
    for (const text of [
      '<svg/>',
      '<?xml version="1.0"?><!-- a -->\n<svg xmlns="x">',
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x"><svg >',
      '<s:svg xmlns:s="http://www.w3.org/2000/svg">',
    ]) {
      assert.equal(await typeOf(Buffer.from(text)), 'image/svg+xml', text);
    }
  });

  it('and no bytes take long, fail, or give a type that could break a header', async () => {
    const hostile = [`<!DOCTYPE svg${'a'.repeat(65_000)}`, '<!--'.repeat(16_000), '<?'.repeat(32_000)];
    const started = performance.now();
    for (const text of hostile) await typeOf(Buffer.from(text));
    assert.ok(performance.now() - started < 5_000);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
        assert.match(await typeOf(Buffer.from(bytes)), /^[a-z]+\/[a-z0-9.+-]+$/);
      }),
    );
  });
});

it('browsers show only types that run nothing', () => {
  const shown = ['image/jpeg', 'image/svg+xml', 'video/mp4', 'text/plain'];
  const saved = ['text/html', 'application/pdf', 'application/xml', 'image/tiff', 'application/octet-stream'];
  assert.deepEqual([...shown, ...saved].map(isShown), [...shown.map(() => true), ...saved.map(() => false)]);
  assert.deepEqual(
    ['image/png', 'video/mp4', 'audio/mpeg', 'application/pdf', 'text/html', 'font/woff2'].map(kindOf),
    ['image', 'video', 'audio', 'document', 'document', 'other'],
  );
});
