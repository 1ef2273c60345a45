import { useMemo } from 'react';
import { useList } from '../../ui/use-data.ts';
import type { Review } from './entry-status.tsx';
import type { ContentType, Entry } from './fields.ts';

/** The latest reviews of each status, as many as one page of a list. */
export function useReviews(types: ContentType[]): (entry: Entry) => Review | undefined {
  const options = { enabled: types.some(({ review }) => review) };
  const of = (status: Review['status']) => ({ query: { status, limit: 100 } });
  const { rows: requested } = useList('listContentReviews', of('requested'), options);
  const { rows: approved } = useList('listContentReviews', of('approved'), options);
  const { rows: returned } = useList('listContentReviews', of('changes_requested'), options);
  return useMemo(() => {
    const found = new Map([...requested, ...approved, ...returned].map((review) => [review.entryId, review]));
    return ({ id }) => found.get(id);
  }, [requested, approved, returned]);
}
