import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Item } from '../../api.ts';
import { Breakable } from '../../ui/breakable.tsx';
import type { Column } from '../../ui/data-list.tsx';
import { durationInWords } from '../../ui/duration.ts';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { When } from '../../ui/when.tsx';

export type LoggedRequest = Item<'listRequests'>;

const toneOf = (status: number): Tone => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good');

type Answered = Pick<LoggedRequest, 'status' | 'errorCode'>;

export function HttpStatus({ request: { status, errorCode } }: { request: Answered }) {
  return (
    <>
      <StatusBadge tone={toneOf(status)}>{`${status}`}</StatusBadge>
      {errorCode !== null && (
        <Text size="xs" c="dimmed">
          {errorCode}
        </Text>
      )}
    </>
  );
}

const Duration: Column<LoggedRequest> = {
  header: 'Time taken',
  text: ({ durationMs }) => durationMs,
  from: 'md',
  align: 'right',
  render: ({ durationMs }) => durationInWords(durationMs / 1000),
};

export const REQUEST_COLUMNS: Column<LoggedRequest>[] = [
  {
    header: 'Request',
    text: ({ method, path }) => `${method} ${path}`,
    render: ({ method, path }) => (
      <Text inherit component="span">
        <b>{method}</b> <Breakable>{path}</Breakable>
      </Text>
    ),
  },
  { header: 'Status', text: ({ status }) => status, render: (request) => <HttpStatus request={request} /> },
  Duration,
  {
    header: 'Request id',
    isOptional: true,
    text: ({ requestId }) => requestId,
    render: ({ requestId }) => requestId,
  },
  { header: 'When', align: 'right', text: ({ at }) => at, render: ({ at }) => <When at={at} /> },
];

/** With the key, for the list of all keys. */
export const WITH_KEY: Column<LoggedRequest>[] = REQUEST_COLUMNS.toSpliced(2, 0, {
  header: 'Key',
  text: ({ keyLabel }) => keyLabel,
  from: 'sm',
  render: (request) => (
    <Text size="sm" maw={200} truncate title={request.keyLabel ?? undefined}>
      <KeyLink of={request} />
    </Text>
  ),
});

/** Leads to the page of the key; storefront keys share one. */
export const KeyLink = ({ of: { keyId, keyLabel, path } }: { of: LinkedKey }) => (
  <Anchor
    component={Link}
    to={`/developers/keys/${path.startsWith('/v1/storefront/') ? 'storefront' : keyId}`}
    inherit
    underline="always"
    pos="relative"
  >
    <bdi>{keyLabel ?? 'Unknown'}</bdi>
  </Anchor>
);

type LinkedKey = Pick<LoggedRequest, 'keyId' | 'keyLabel' | 'path'>;
