import { Badge, Group, Text } from '@mantine/core';
import type { Item } from '../../api.ts';
import { useSession } from '../../session/use-session.ts';
import { Breakable } from '../../ui/breakable.tsx';
import type { Column } from '../../ui/data-list.tsx';
import { formatMoney, formatNumber } from '../../ui/formats.ts';
import { LongName } from '../../ui/list/long-name.tsx';
import { When } from '../../ui/when.tsx';

export type ListedCustomer = Item<'listCustomers'>;

const Dimmed = ({ text }: { text: string | null }) => (
  <Text size="sm" c="dimmed">
    {text ?? '–'}
  </Text>
);

type Revenue = NonNullable<ListedCustomer['orders']>['revenue'];

/** Amounts of several currencies do not add up: the one of the tenant, by which the list is sorted, stands before the others. */
function Spent({ revenue }: { revenue: Revenue | undefined }) {
  const { tenant } = useSession();
  if (revenue === null) return <Dimmed text="Many orders" />;
  if (revenue === undefined || revenue.length === 0) return <Dimmed text={null} />;
  const isOwn = ({ currency }: { currency: string }) => currency === tenant.currency;
  const amounts = revenue
    .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || b.amount - a.amount)
    .map(({ amount, currency }) => formatMoney(amount, currency));
  if (amounts.length === 1) return amounts[0];
  return (
    <span title={amounts.join(' + ')}>
      {amounts[0]} <span aria-hidden>…</span>
    </span>
  );
}

export const CUSTOMER_COLUMNS: Column<ListedCustomer>[] = [
  {
    header: 'Name',
    sort: 'name',
    ascendsFirst: true,
    text: ({ name }) => name,
    render: ({ name, email }) => (
      <>
        <LongName>{name}</LongName>
        <Text size="sm" c="dimmed" fw={400} hiddenFrom="xs">
          {email !== null && <Breakable>{email}</Breakable>}
        </Text>
      </>
    ),
  },
  {
    header: 'E-mail',
    from: 'xs',
    text: ({ email }) => email,
    render: ({ email }) => (
      <Text size="sm" c="dimmed" maw={220} truncate title={email ?? undefined}>
        {email ?? '–'}
      </Text>
    ),
  },
  {
    header: 'Phone',
    from: 'xl',
    isShort: true,
    text: ({ phone }) => phone,
    render: ({ phone }) => <Dimmed text={phone} />,
  },
  {
    header: 'Tags',
    from: 'md',
    text: ({ tags }) => tags.join(', '),
    render: ({ tags }) => (
      <Group gap={4}>
        {tags.slice(0, 3).map((tag) => (
          <Badge key={tag} variant="default" tt="none" fw={400}>
            {tag}
          </Badge>
        ))}
        {tags.length > 3 && <Text size="xs">+{tags.length - 3}</Text>}
      </Group>
    ),
  },
  {
    header: 'Since',
    sort: 'createdAt',
    from: 'xl',
    isShort: true,
    text: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <When at={createdAt} />,
  },
  {
    header: 'Orders',
    from: 'sm',
    align: 'right',
    isShort: true,
    text: ({ orders }) => orders?.count ?? null,
    render: ({ orders }) => orders && `${formatNumber(orders.count)}${orders.isExact ? '' : '+'}`,
  },
  {
    header: 'Spent',
    sort: 'revenue',
    align: 'right',
    isShort: true,
    text: ({ orders }) =>
      orders?.revenue?.map(({ amount, currency }) => `${amount} ${currency}`).join(' + ') ?? null,
    render: ({ orders }) => <Spent revenue={orders?.revenue} />,
  },
  {
    header: 'Last order',
    from: 'md',
    sort: 'lastOrderAt',
    align: 'right',
    isShort: true,
    text: ({ orders }) => orders?.lastOrderAt ?? null,
    render: ({ orders }) => <When at={orders?.lastOrderAt} />,
  },
  {
    header: 'Type',
    isOptional: true,
    text: ({ type }) => type,
    render: ({ type }) => (type === 'company' ? 'Company' : 'Person'),
  },
  {
    header: 'Reference',
    isOptional: true,
    text: ({ externalId }) => externalId,
    render: ({ externalId }) => <Dimmed text={externalId} />,
  },
  {
    header: 'Changed',
    isOptional: true,
    text: ({ updatedAt }) => updatedAt,
    render: ({ updatedAt }) => <When at={updatedAt} />,
  },
];
