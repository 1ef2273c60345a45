import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconRobot } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { CopyIcon } from '../../ui/copy.tsx';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { AssistantSetup, NO_KEY } from './assistant-setup.tsx';
import { openApiUrl } from './assistant-setups.ts';
import type { Key } from './key-state.ts';
import { NewKey } from './new-key.tsx';
import { presetOf } from './presets.ts';
import { scopesInWords } from './scopes.ts';

const create = () => openDialog('New API key', (close) => <NewKey isForAssistant close={close} />, 'xl');

/** Connects an assistant or an agent: its key, what to paste, and when each was last here. */
export default function AiIntegrations() {
  const keys = useList('listApiKeys', { query: { state: 'active' } });
  const button = (
    <Button leftSection={<IconPlus size={16} />} onClick={create}>
      Create key
    </Button>
  );
  return (
    <Page
      title="AI integrations"
      description="Lets an assistant or an agent work with your orders, customers and content. It does no more than the scopes of its key allow, and its requests are in the request log."
      actions={button}
    >
      <Panel
        title="Connect an assistant"
        description="Create a key for it, and paste one of these into it. The dialog of the new key shows them with the key filled in."
      >
        <Facts
          facts={[
            [
              'Address of the API',
              <Address key="a" label="address of the API" url={`${location.origin}/v1`} />,
            ],
            [
              'OpenAPI document',
              <Address
                key="o"
                label="address of the OpenAPI document"
                url={openApiUrl(location.origin)}
                isLink
              />,
            ],
          ]}
        />
        <AssistantSetup secret={NO_KEY} />
      </Panel>
      <Panel title="Try it" description="Things to ask once it is connected.">
        <Text component="ul" size="sm" m={0} ps="lg">
          <li>“Which orders of this week are not paid, and how much is owed?”</li>
          <li>“Who bought green tea in spring and has not ordered since?”</li>
          <li>“Draft an entry about our new opening hours, and do not publish it.”</li>
        </Text>
      </Panel>
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={600} component="h2">
            Keys that work now
          </Text>
          <Anchor component={Link} to="/developers/keys" size="sm" underline="always">
            All API keys, their usage and rotation
          </Anchor>
        </Group>
        <DataList
          label="Connected keys"
          list={keys}
          rowKey={(key) => key.id}
          to={(key) => `/developers/keys/${key.id}`}
          columns={COLUMNS}
          nouns={['key', 'keys']}
          empty={
            <EmptyState icon={IconRobot} title="Nothing is connected yet" action={button}>
              Give each assistant a key of its own, with as few scopes as it needs: then one can be revoked
              without stopping the others.
            </EmptyState>
          }
        />
      </Stack>
    </Page>
  );
}

function Address({ label, url, isLink = false }: { label: string; url: string; isLink?: boolean }) {
  return (
    <Group gap={4} wrap="nowrap">
      {isLink ? (
        <Anchor href={url} target="_blank" underline="always" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Anchor>
      ) : (
        <span style={{ overflowWrap: 'anywhere' }}>{url}</span>
      )}
      <CopyIcon value={url} label={`Copy the ${label}`} />
    </Group>
  );
}

const COLUMNS: Column<Key>[] = [
  { header: 'Key', render: (key) => <bdi>{key.label}</bdi> },
  {
    header: 'May',
    from: 'sm',
    render: ({ scopes }) => (
      <Text size="sm" c="dimmed">
        {presetOf(scopes)?.name ?? scopesInWords(scopes)}
      </Text>
    ),
  },
  { header: 'Last used', render: (key) => <When at={key.lastUsedAt} fallback="Never" /> },
  { header: 'Expires', from: 'sm', render: (key) => <When at={key.expiresAt} fallback="Never" /> },
];
