/** Records in the command palette: the API's search finds orders, customers, entries and the rest. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, type Item } from '../api.ts';

export type FoundRecord = { id: string; label: string; description?: string; keywords?: string; to: string };
type Found = Item<'search'>;

const PLACES: Record<Found['entity'], { path: string; called: string }> = {
  customer: { path: '/customers', called: 'Customer' },
  order: { path: '/orders', called: 'Order' },
  entry: { path: '/content', called: 'Entry' },
  asset: { path: '/media', called: 'Asset' },
  redirect: { path: '/redirects', called: 'Redirect' },
  product: { path: '/products', called: 'Product' },
  property: { path: '/properties', called: 'Site' },
};

const WAIT_MS = 150;
const SHORTEST = 2;
const NOTHING: FoundRecord[] = [];

export function useFoundRecords(query: string): FoundRecord[] {
  const [q] = useDebouncedValue(query.trim().slice(0, 200), WAIT_MS);
  const found = useQuery({
    queryKey: ['search', q],
    queryFn: async ({ signal }) => (await api.search({ query: { q, limit: 10 }, signal })).data,
    enabled: q.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  if (q.length < SHORTEST || found.data === undefined) return NOTHING;
  // The palette filters again by keyword. The query as keyword keeps results that the API found despite a typing mistake.
  const records = found.data.map((one) => ({ ...recordOf(one), keywords: query }));
  return records.sort((one, other) => Number(isMeant(other, q)) - Number(isMeant(one, q)));
}

/** A record whose whole name or number was typed comes before others. */
export const isMeant = (record: FoundRecord | undefined, query: string): boolean =>
  record?.label.toLowerCase() === query.trim().toLowerCase();

const recordOf = ({ entity, id, title, subtitle }: Found): FoundRecord => {
  const { path, called } = PLACES[entity];
  return {
    id: `${entity} ${id}`,
    label: title,
    description: [called, subtitle].filter(Boolean).join(' · '),
    to: `${path}/${id}`,
  };
};
