import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useHasRole } from '../../session/use-session.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useAction } from '../../ui/use-data.ts';
import { ImportReport } from './import-report.tsx';
import { isOver, Started, useImport } from './import-state.tsx';
import type { Import, Kind } from './kind.ts';

export function ImportPage({ kind }: { kind: Kind }) {
  const { id = '' } = useParams({ strict: false });
  const found = useImport(kind, id);
  useFreshLists(kind, found.data);
  return (
    <Page
      title={found.data?.fileName ?? 'A file without a name'}
      back={{ to: kind.path, label: 'Imports' }}
      description={
        found.data && (
          <>
            {found.data.dryRun ? 'Check' : 'Import'}, started <Started of={found.data} />
          </>
        )
      }
    >
      <Loaded query={found}>
        {(data) => (
          <Panel title={isOver(data) ? 'Outcome' : 'Progress'} actions={<Ways kind={kind} of={data} />}>
            <ImportReport kind={kind} of={data} />
          </Panel>
        )}
      </Loaded>
    </Page>
  );
}

/** Lists that were loaded before the import ended lack its records, so they are read again. */
function useFreshLists({ outdated }: Kind, found: Import | undefined): void {
  const client = useQueryClient();
  const isDone = found !== undefined && isOver(found);
  useEffect(() => {
    if (!isDone) return;
    for (const name of outdated) void client.invalidateQueries({ queryKey: [name] });
  }, [isDone, client, outdated]);
}

function Ways({ kind, of }: { kind: Kind; of: Import }) {
  const mayStop = useHasRole('editor') && !isOver(of);
  const stop = useAction(() => kind.cancel(of.id), {
    invalidates: [kind.oneName, kind.listName],
    successMessage: 'The import is stopped; what it stored stays',
  });
  return (
    <Group gap="sm">
      {mayStop && (
        <Button size="xs" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
          Stop
        </Button>
      )}
      {isOver(of) && of.dryRun && (
        <Button size="xs" variant="default" component={Link} to={kind.path}>
          Import a file
        </Button>
      )}
      {isOver(of) && !of.dryRun && (
        <Button size="xs" component={Link} to={kind.back.to}>
          See the {kind.noun}s
        </Button>
      )}
    </Group>
  );
}
