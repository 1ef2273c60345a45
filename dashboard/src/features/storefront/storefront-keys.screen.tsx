import { Anchor, Box, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconShoppingBag } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api, type Item } from '../../api.ts';
import { confirm } from '../../ui/confirm.tsx';
import { CodeBlock, CopyIcon } from '../../ui/copy.tsx';
import type { Column } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LongName } from '../../ui/list/long-name.tsx';
import { ShortList, useWholeList } from '../../ui/list/short-list.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useAction, useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { openNewStorefrontKey, openStorefrontKey } from './new-storefront-key.tsx';

type Key = Item<'listStorefrontKeys'>;

const REVOKED =
  'Pages that use it can neither show products and content nor take orders from their next request on. A revoked key cannot be brought back.';

export default function StorefrontKeys() {
  const keys = useWholeList('listStorefrontKeys');
  const sites = useList('listProperties', { query: { limit: 100 } }).rows;
  const { mutateAsync: revoke } = useAction((key: Key) => api.deleteStorefrontKey({ path: { id: key.id } }), {
    invalidates: ['listStorefrontKeys'],
    successMessage: (_, { label }) => `“${label}” is revoked`,
  });
  const columns = useMemo(() => {
    const ask = (key: Key) =>
      confirm({
        title: `Revoke “${key.label}”?`,
        children: REVOKED,
        action: 'Revoke key',
        danger: true,
        run: () => revoke(key),
      });
    return columnsOf((id) => sites.find((site) => site.id === id)?.name ?? '–', ask);
  }, [sites, revoke]);
  const newest = keys.rows.find(({ revokedAt }) => revokedAt === null);
  const isEmpty = !keys.isPending && keys.rows.length === 0;
  const button = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => openNewStorefrontKey(sites)}>
      Create key
    </Button>
  );
  return (
    <Page
      title="Storefront keys"
      isWide
      description={
        <>
          For the pages of a shop. A key opens the products and carts of one site and the content that you
          choose, nothing else, so it may be public.{' '}
          <Anchor component={Link} to="/developers/keys" underline="always">
            API keys
          </Anchor>{' '}
          are secret, and for servers.
        </>
      }
      actions={!isEmpty && button}
    >
      <Stack gap="lg">
        <ShortList
          name="listStorefrontKeys"
          label="Storefront keys"
          columns={columns}
          nouns={['key', 'keys']}
          file="storefront-keys.csv"
          open={openStorefrontKey}
          bulk={{
            actions: [
              {
                label: 'Revoke',
                of: ({ revokedAt }) => revokedAt === null,
                says: REVOKED,
                done: 'revoked',
                danger: true,
                run: ({ id }) => api.deleteStorefrontKey({ path: { id } }),
              },
            ],
            invalidates: ['listStorefrontKeys'],
          }}
          empty={
            <EmptyState icon={IconShoppingBag} title="No storefront keys yet" action={button}>
              With one, a page in a browser shows your products, fills a cart and places an order.
            </EmptyState>
          }
        />
        {newest && <Snippet keyText={newest.key} />}
      </Stack>
    </Page>
  );
}

const columnsOf = (siteOf: (id: string) => string, revoke: (key: Key) => void): Column<Key>[] => [
  {
    header: 'Label',
    text: ({ label }) => label,
    render: ({ label }) => <LongName>{label}</LongName>,
  },
  { header: 'Key', text: ({ key }) => key, render: (key) => <KeyText of={key} /> },
  {
    header: 'Site',
    from: 'sm',
    text: ({ propertyId }) => siteOf(propertyId),
    render: ({ propertyId }) => <LongName>{siteOf(propertyId)}</LongName>,
  },
  {
    header: 'Content',
    from: 'md',
    text: ({ contentTypes }) => contentTypes.join(', '),
    render: ({ contentTypes }) => <bdi>{contentTypes.join(', ') || 'None'}</bdi>,
  },
  {
    header: 'Last used',
    from: 'md',
    text: ({ lastUsedAt }) => lastUsedAt,
    render: ({ lastUsedAt }) => <When at={lastUsedAt} fallback="Never" />,
  },
  {
    header: 'State',
    from: 'xs',
    text: stateOf,
    render: (key) => (
      <StatusBadge tone={key.revokedAt === null ? 'good' : 'quiet'}>{stateOf(key)}</StatusBadge>
    ),
  },
  {
    header: 'Actions',
    align: 'right',
    // On a phone, a selected key can be revoked.
    from: 'xs',
    render: (key) =>
      key.revokedAt === null && (
        <Box pos="relative">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Revoke ${key.label}`}
            onClick={() => revoke(key)}
          >
            Revoke
          </Button>
        </Box>
      ),
  },
];

const stateOf = ({ revokedAt }: Key) => (revokedAt === null ? 'Active' : 'Revoked');

const KeyText = ({ of: { key, label } }: { of: Key }) => (
  <Group gap={4} wrap="nowrap" pos="relative">
    <Code style={{ whiteSpace: 'nowrap' }}>{key}</Code>
    <CopyIcon value={key} label={`Copy the key of ${label}`} />
  </Group>
);

/** Works when it is pasted: the key is public. */
const Snippet = ({ keyText }: { keyText: string }) => (
  <Panel title="Try it" description="In a terminal, or in the console of a page of the site">
    <CodeBlock
      label="the call in a terminal"
      code={`curl ${location.origin}/v1/storefront/shop -H 'Authorization: Bearer ${keyText}'`}
    />
    <CodeBlock
      label="the call in a page"
      code={`const answer = await fetch('${location.origin}/v1/storefront/shop', {
  headers: { authorization: 'Bearer ${keyText}' },
});
console.log((await answer.json()).data);`}
    />
    <Text size="sm" c="dimmed">
      Browsers let a page read the answer if it is on a domain of the site that is proved under Sites, or on
      localhost while you develop.
    </Text>
  </Panel>
);
