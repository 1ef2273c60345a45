import { Anchor, Button, Code, Group } from '@mantine/core';
import { IconFileText, IconPencil, IconRefresh } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Columns } from '../../ui/columns.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { PeriodChart } from '../../ui/period-chart.tsx';
import { useData } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { LatestRequests } from '../requests/latest-requests.tsx';
import { KeyState } from './key-badge.tsx';
import { isLive, type Key } from './key-state.ts';
import { KeyTypes } from './key-types.tsx';
import { RenameKey } from './rename-key.tsx';
import { RotateKey } from './rotate-key.tsx';
import { readsContent } from './scopes.ts';
import { useRevoke } from './use-revoke.ts';

const LIVE_MS = 5_000;

export default function KeyScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const key = useData('getApiKey', { path: { id } });
  return (
    <Page
      title={key.data?.label ?? 'API key'}
      back={{ to: '/developers/keys', label: 'API keys' }}
      actions={key.data && <Actions apiKey={key.data} />}
    >
      <Loaded query={key}>
        {(data) => (
          <Columns facts={<KeyFacts of={data} />}>
            <Usage key={`${id} usage`} id={id} />
            <LatestRequests key={`${id} requests`} keyId={id} />
          </Columns>
        )}
      </Loaded>
    </Page>
  );
}

const KeyFacts = ({ of }: { of: Key }) => (
  <Panel title="Key">
    <Facts facts={factsOf(of)} />
  </Panel>
);

function Actions({ apiKey }: { apiKey: Key }) {
  const navigate = useNavigate();
  const revoke = useRevoke();
  const opened = (id: string) => void navigate({ to: `/developers/keys/${id}` });
  const rename = () => openDialog('Change the label', (close) => <RenameKey apiKey={apiKey} close={close} />);
  const limit = () =>
    openDialog('Content types of this key', (close) => <KeyTypes apiKey={apiKey} close={close} />);
  const rotate = () =>
    openDialog(
      'Rotate this key',
      (close) => <RotateKey apiKey={apiKey} close={close} opened={opened} />,
      'lg',
    );
  const isUsable = isLive(apiKey, Date.now());
  return (
    <>
      <Button variant="default" leftSection={<IconPencil size={16} />} onClick={rename}>
        Change label
      </Button>
      {isUsable && readsContent(apiKey.scopes) && (
        <Button variant="default" leftSection={<IconFileText size={16} />} onClick={limit}>
          Content types
        </Button>
      )}
      {isUsable && (
        <Button variant="default" color="red" onClick={() => revoke(apiKey)}>
          Revoke
        </Button>
      )}
      {isUsable && apiKey.replacedBy === null && (
        <Button leftSection={<IconRefresh size={16} />} onClick={rotate}>
          Rotate
        </Button>
      )}
    </>
  );
}

const factsOf = (key: Key): Parameters<typeof Facts>[0]['facts'] => [
  ['State', <KeyState key="s" of={key} />],
  ['Key', <Code key="k">sk_live_{key.keyId}_…</Code>],
  ...(key.contentTypes ? [limitOf(key.contentTypes)] : []),
  ['Last used', <When key="u" at={key.lastUsedAt} fallback="Never" />],
  [
    key.replacedBy === null ? 'Expires' : 'Ends',
    <When key="e" at={key.revokedAt ?? key.expiresAt} fallback="Never" />,
  ],
  ['Created', <When key="c" at={key.createdAt} />],
  ['By', <bdi key="b">{key.createdBy}</bdi>],
  ...linkTo('Replaced by', key.replacedBy),
  ...linkTo('Replaces', key.replaces),
  [
    'Scopes',
    <Group key="scopes" gap={6}>
      {key.scopes.map((scope) => (
        <Code key={scope}>{scope}</Code>
      ))}
    </Group>,
  ],
];

const limitOf = (rights: NonNullable<Key['contentTypes']>): [string, string] => [
  'Limited to',
  Object.entries(rights)
    .map(([name, right]) => `${name === '*' ? 'all others' : name}: ${right}`)
    .join(', ') || 'no content',
];

function linkTo(label: string, id: string | null): Parameters<typeof Facts>[0]['facts'] {
  if (id === null) return [];
  return [
    [
      label,
      <Anchor key={label} component={Link} to={`/developers/keys/${id}`} underline="always">
        {label === 'Replaces' ? 'The former key' : 'The new key'}
      </Anchor>,
    ],
  ];
}

function Usage({ id }: { id: string }) {
  const [hours, setHours] = useState(24);
  const { data, error } = useData(
    'getApiKeyUsage',
    { path: { id }, query: { hours } },
    { refetchInterval: LIVE_MS },
  );
  const bars = data?.hours.map(({ at, requests, failures }) => ({
    at,
    good: requests - failures,
    failed: failures,
  }));
  return (
    <PeriodChart
      title="Requests"
      names={{ good: 'Succeeded', failed: 'Failed' }}
      hours={hours}
      onChange={setHours}
      bars={bars}
      error={error}
    />
  );
}
