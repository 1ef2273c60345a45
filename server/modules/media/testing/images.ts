/** Images for tests: good ones, broken ones, and ones made to do harm. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** The left half red, the right half blue, so that a test sees which part a crop shows. */
export const twoHalves = (width = 600, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    {
      input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: '#ff0000' } },
      left: 0,
      top: 0,
    },
  ]);

export const jpeg = (width?: number, height?: number) => twoHalves(width, height).jpeg().toBuffer();
export const png = (width?: number, height?: number) => twoHalves(width, height).png().toBuffer();

/** A PNG that claims to be this large, with almost nothing in it. */
export function pixelBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min((width * 3 + 1) * height, 4_000_000)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A browser that guesses types would run it; its first bytes are those of a GIF. */
export const gifThatIsHtml = () => Buffer.from('GIF89a/*<html><script>alert(1)</script></html>*/=0;');

export const hostileSvg = () =>
  `<?xml version="1.0"?>
<!DOCTYPE svg [<!ENTITY secret SYSTEM "file:///etc/passwd">]>
<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="alert(1)">
  <script>alert(document.domain)</script><text>&secret;</text>
  <image href="http://169.254.169.254/latest/meta-data/"/>
</svg>`;
