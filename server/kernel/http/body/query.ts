/** Reads query strings. */
import { parse } from 'node:querystring';

/** Half a surrogate pair, which validation rejects under the name of the field that contains it. */
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
