import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DataList } from '../../ui/data-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useList } from '../../ui/use-data.ts';
import { REQUEST_COLUMNS } from './request-columns.tsx';

const SHOWN = 10;
const LIVE_MS = 2_000;

/** The latest requests of one key. */
export function LatestRequests({ keyId }: { keyId: string }) {
  const requests = useList('listRequests', { query: { keyId, limit: SHOWN } }, { refetchInterval: LIVE_MS });
  return (
    <Panel
      title="Latest requests"
      actions={
        <Anchor component={Link} to="/developers/requests" search={{ keyId } as never} size="sm">
          All requests of this key
        </Anchor>
      }
    >
      <DataList
        isPart
        label="Latest requests"
        list={{ ...requests, rows: requests.rows.slice(0, SHOWN), hasNextPage: false }}
        rowKey={(request) => request.id}
        to={(request) => `/developers/requests/${request.id}`}
        columns={REQUEST_COLUMNS}
        empty={
          <Text c="dimmed" size="sm">
            None in the last days.
          </Text>
        }
      />
    </Panel>
  );
}
