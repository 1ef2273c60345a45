/** The type of a file, by its bytes alone, and what browsers may do with it. */
import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';

/** Enough to recognise the type, and a bound on the time that a hostile file can cost. */
const SAMPLE_BYTES = 64 * 1024;

export type Kind = 'image' | 'video' | 'audio' | 'document' | 'other';

/** Images that get renditions. SVG is a program rather than a picture, so it is stored and served as it is. */
const PICTURED = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff']);

const DOCUMENTS = /^(text\/|application\/(pdf|rtf|epub\+zip|msword|vnd\.(openxmlformats|oasis|ms-)))/;

/** Types that browsers show without running anything in them. All others are sent as downloads. */
const SHOWN =
  /^(image\/(jpeg|png|webp|gif|avif|svg\+xml)|video\/(mp4|webm|ogg)|audio\/(mpeg|mp4|ogg|wav|flac|aac|webm)|text\/plain)$/;

export const isPictured = (type: string) => PICTURED.has(type);
export const isShown = (type: string) => SHOWN.test(type);

export function kindOf(type: string): Kind {
  const family = /^(image|video|audio)\//.exec(type)?.[1];
  if (family !== undefined) return family as Kind;
  return DOCUMENTS.test(type) ? 'document' : 'other';
}

export async function typeOfFile(path: string): Promise<string> {
  const file = await open(path);
  try {
    const sample = Buffer.alloc(SAMPLE_BYTES);
    const { bytesRead } = await file.read(sample, 0, SAMPLE_BYTES, 0);
    return await typeOf(sample.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

export async function typeOf(sample: Buffer): Promise<string> {
  // The library recognises files by their magic bytes; a file on which it fails is of an unknown type.
  const known = await fileTypeFromBuffer(sample).catch(() => undefined);
  if (known !== undefined && known.mime !== 'application/xml') return plainType(known.mime);
  return typeOfText(sample) ?? (known === undefined ? 'application/octet-stream' : 'application/xml');
}

/** Strips the parameters, and accepts only characters that are allowed in a header. */
function plainType(mime: string): string {
  const type = mime.split(';')[0]!.trim().toLowerCase();
  return /^[a-z]+\/[a-z0-9.+-]{1,100}$/.test(type) ? type : 'application/octet-stream';
}

/** The number of characters that decide the kind of a text. */
const TOLD_BY = 4096;
const XML_PREAMBLE = /^(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE\s+svg[^[>]*(?:\[[^\]]*\])?[^>]*>)*/i;
/** Follows the guesses of browsers, generously: a file called HTML is only served with more care. */
const HTML =
  /<(?:!doctype\s+html|html|head|body|script|iframe|style|title|h1|div|font|table|a|br|p|meta|link|img|form|object|embed|base)[\s>/]/i;

function typeOfText(sample: Buffer): string | null {
  const text = decode(sample)?.slice(0, TOLD_BY);
  if (text === undefined) return null;
  if (/^<(?:[\w-]+:)?svg[\s>/]/i.test(text.replace(XML_PREAMBLE, ''))) return 'image/svg+xml';
  if (HTML.test(text)) return 'text/html';
  return /^\s*<\?xml\s/i.test(text) ? 'application/xml' : 'text/plain';
}

/** Decodes UTF-8 without control characters; the end of the sample may cut a character in two. */
function decode(sample: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what tells other files from text
    return /[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}
