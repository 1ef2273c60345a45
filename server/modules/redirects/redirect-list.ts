/** Turns the filters of a redirect list into stored values: `from` becomes the hashes of its path for each kind of match. */
import { hashOf } from './redirect-check.ts';
import type { RedirectFilter } from './redirects.sql.ts';
import { MATCHES, readRule } from './rules.ts';

export function readFilter({ propertyId, from }: { propertyId?: string; from?: string }): RedirectFilter {
  if (from === undefined) return { propertyId };
  const rule = {
    id: '',
    from_path: from,
    to_url: '/',
    status_code: 301,
    active_from: null,
    active_until: null,
  };
  const hashes = MATCHES.map((match) => hashOf(readRule({ ...rule, match, query: 'keep' })));
  return { propertyId, fromHashes: hashes };
}
