import { Badge, Group, Text } from '@mantine/core';
import type { Item } from '../../api.ts';
import type { Column } from '../../ui/data-list.tsx';
import { When } from '../../ui/when.tsx';

export type ListedCustomer = Item<'listCustomers'>;

const Dimmed = ({ text }: { text: string | null }) => (
  <Text size="sm" c="dimmed">
    {text ?? '–'}
  </Text>
);

export const CUSTOMER_COLUMNS: Column<ListedCustomer>[] = [
  {
    header: 'Name',
    text: ({ name }) => name,
    render: ({ name, email }) => (
      <>
        <bdi>{name}</bdi>
        <Text size="sm" c="dimmed" fw={400} hiddenFrom="xs">
          {email}
        </Text>
      </>
    ),
  },
  {
    header: 'E-mail',
    from: 'xs',
    text: ({ email }) => email,
    render: ({ email }) => <Dimmed text={email} />,
  },
  {
    header: 'Phone',
    from: 'lg',
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
  {
    header: 'Since',
    align: 'right',
    isShort: true,
    text: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <When at={createdAt} />,
  },
];
