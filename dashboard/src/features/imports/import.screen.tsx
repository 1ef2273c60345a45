import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useAction } from '../../ui/use-data.ts';
import { absoluteTime } from '../../ui/when.tsx';
import { ImportReport } from './import-report.tsx';
import { type Import, isOver, useImport } from './import-state.tsx';

export default function ImportScreen() {
  const { id = '' } = useParams({ strict: false });
  const found = useImport(id);
  useFreshOrders(found.data);
  return (
    <Page
      title={found.data?.dryRun ? 'Check of a file' : 'Import'}
      back={{ to: '/imports', label: 'Imports' }}
      description={found.data && `Started ${absoluteTime(new Date(found.data.createdAt))}.`}
    >
      <Loaded query={found}>
        {(data) => (
          <Panel title="Progress" actions={<Ways of={data} />}>
            <ImportReport of={data} />
          </Panel>
        )}
      </Loaded>
    </Page>
  );
}

/** Lists that were loaded before the import ended lack its orders, so they are read again. */
function useFreshOrders(found: Import | undefined): void {
  const client = useQueryClient();
  const isDone = found !== undefined && isOver(found);
  useEffect(() => {
    if (!isDone) return;
    for (const name of ['listOrders', 'listCustomers', 'getOrderMetrics', 'listImports'])
      void client.invalidateQueries({ queryKey: [name] });
  }, [isDone, client]);
}

function Ways({ of }: { of: Import }) {
  const mayStop = useHasRole('editor') && !isOver(of);
  const stop = useAction(() => api.cancelImport({ path: { id: of.id } }), {
    invalidates: ['getImport', 'listImports'],
    successMessage: 'The import is stopped; what it placed stays',
  });
  return (
    <Group gap="sm">
      {mayStop && (
        <Button size="xs" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
          Stop
        </Button>
      )}
      {isOver(of) && !of.dryRun && (
        <Button size="xs" component={Link} to="/orders">
          See the orders
        </Button>
      )}
    </Group>
  );
}
