/** Reads query strings. */
import { parse } from 'node:querystring';

/** Half a character: validation refuses it by the name of the field in which it stands. */
const UNDECODABLE = '\ud800';

export function parseQuery(text: string): Record<string, unknown> {
  return parse(text, '&', '=', { decodeURIComponent: decode });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return UNDECODABLE;
  }
}
