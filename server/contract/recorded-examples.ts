/** Examples of the contract, recorded from real calls: ids, times and secrets become ones that say nothing and stay the same. */

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Keys, tokens and secrets, by the prefix that shows their kind. */
const PREFIXED = /\b(sk_live_|pk_live_|whsec_|whpk_|ct_|cr_|ol_|pt_|cs_)[\w+/=.-]+/g;
const TOKEN = /\b[\w-]{16,}\.[\w-]{16,}(\.[\w-]{16,})?\b|\b[A-Za-z0-9_-]{40,}\b/g;
/** Names that tests number, and the names of their tenants. */
const NUMBERED = /\b(someone|old|shop|type|SKU|ITEM|IMPORTED|M|Entry|file|code|name)([- ])\d+\b/gi;
const TENANT = /\btenant-\d+-\d+\b/g;

const MOST_ITEMS = 2;
const MOST_TEXT = 300;

export function asExample(value: unknown): unknown {
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    const known = ids.get(id.toLowerCase());
    if (known !== undefined) return known;
    const next = `01920000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id.toLowerCase(), next);
    return next;
  };
  const textOf = (text: string) =>
    text
      .replace(UUID, idOf)
      .replace(TIME, '2030-01-31T12:00:00.000Z')
      .replace(DAY, '2030-01-31')
      .replace(PREFIXED, '$1EXAMPLE')
      .replace(TOKEN, (found) => (ids.has(found) || isExampleId(found) ? found : 'EXAMPLE'))
      .replace(TENANT, 'acme')
      .replace(NUMBERED, '$1$21')
      .slice(0, MOST_TEXT);
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return textOf(part);
    if (Array.isArray(part)) return part.slice(0, MOST_ITEMS).map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inside]) => [textOf(key), walk(inside)]));
  };
  return walk(value);
}

const isExampleId = (text: string) => text.startsWith('01920000-0000-7000-8000-');
