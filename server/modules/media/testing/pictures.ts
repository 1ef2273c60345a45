/** Pictures by parameter: an image that is ready, its addresses, and the pixels that come back. */
import assert from 'node:assert/strict';
import sharp from 'sharp';
import type { TestApp, TestTenant } from '../../../testing.ts';
import { type AssetBody, type Sent, settled, uploaded } from './uploads.ts';

/** The background loops must run. */
export async function newImage(
  test: TestApp,
  { key }: TestTenant,
  bytes: Buffer,
  fields: Sent['fields'] = [],
): Promise<AssetBody> {
  const { id } = await uploaded(test, key, bytes, { filename: 'photo.jpg', fields });
  return settled(test, key, id);
}

export const getPicture = (
  test: TestApp,
  { id: tenantId }: TestTenant,
  { id }: AssetBody,
  query: string,
  headers: Record<string, string> = {},
) => test.app.inject({ url: `/media/${tenantId}/${id}/original?${query}`, headers });

export async function decoded(bytes: Buffer) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels;
    const [red, green, blue] = data.subarray(at, at + 3) as unknown as [number, number, number];
    if (red > 200 && green > 200 && blue > 200) return 'white';
    return red > 150 && blue < 100 ? 'red' : blue > 150 && red < 100 ? 'blue' : `${red},${green},${blue}`;
  };
  return { size: `${info.width}x${info.height}`, width: info.width, height: info.height, colourAt };
}

export async function setPresets(test: TestApp, { key }: TestTenant, presets: object): Promise<void> {
  const answer = await test.call('PUT', '/v1/media/presets', { token: key, body: presets });
  assert.equal(answer.status, 200, answer.text);
}
