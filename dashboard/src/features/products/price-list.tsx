import type { Data } from '../../api.ts';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';

export type PriceList = Data<'getPriceList'>;

export function stateOf({ status, startsAt, endsAt }: PriceList, now: number): [Tone, string] {
  if (status === 'archived') return ['quiet', 'Archived'];
  if (endsAt !== null && Date.parse(endsAt) <= now) return ['quiet', 'Over'];
  if (startsAt !== null && Date.parse(startsAt) > now) return ['busy', 'Scheduled'];
  return ['good', 'In force'];
}

export function PriceListState({ list }: { list: PriceList }) {
  const [tone, words] = stateOf(list, Date.now());
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}
