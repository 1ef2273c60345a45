/** The figures of home, which come in one answer. */
import type { Data } from '../../api.ts';
import { useData } from '../../ui/use-data.ts';

export type Home = Data<'getHome'>;
export type HomeOrders = NonNullable<Home['orders']>;
export type Totals = HomeOrders['today']['totals'];

/** Asked again whenever home is opened, because everything that is done elsewhere changes it. */
export const useHome = () =>
  useData('getHome', undefined, { refetchInterval: 30_000, refetchOnMount: 'always' });

/** The tenant's own currency if it has figures, else the one with the most orders: a chart of nothing shows nothing. */
export function mainCurrency(totals: Totals, own: string): string {
  const most = totals.toSorted((a, b) => b.orders - a.orders)[0];
  return totals.some(({ currency }) => currency === own) ? own : (most?.currency ?? own);
}
