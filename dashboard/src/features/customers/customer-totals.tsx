import { Loaded } from '../../ui/loaded.tsx';
import { formatMoney } from '../../ui/money.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { useData } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';

export function CustomerTotals({ id }: { id: string }) {
  const totals = useData('getCustomerTotals', { path: { id } });
  return (
    <Panel
      title="Totals"
      description="Spent is the value of the orders, less refunds and the unpaid part of cancelled ones."
    >
      <Loaded query={totals}>
        {({ orders, currencies, firstOrderAt, lastOrderAt }) => (
          <Facts
            facts={[
              ['Orders', String(orders)],
              [
                'Spent',
                currencies.length === 0
                  ? '–'
                  : currencies.map(({ currency, revenue }) => (
                      <div key={currency}>{formatMoney(revenue, currency)}</div>
                    )),
              ],
              ['First order', <When key="first" at={firstOrderAt} />],
              ['Last order', <When key="last" at={lastOrderAt} />],
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}
