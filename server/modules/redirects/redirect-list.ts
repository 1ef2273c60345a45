/** The filters of a redirect list, in the form in which they are stored. */
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
