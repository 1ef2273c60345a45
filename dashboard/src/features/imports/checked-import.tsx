import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useAction } from '../../ui/use-data.ts';
import { ImportReport } from './import-report.tsx';
import { count, isOver, useImport } from './import-state.tsx';
import { send, type Wish } from './send.ts';

/** The result of the dry run, with buttons to import the same file or to go back. */
export function CheckedImport(props: { id: string; wish: Wish; back: () => void; restart: () => void }) {
  const { wish } = props;
  const navigate = useNavigate();
  const checked = useImport(props.id);
  const run = useAction(() => send(wish, { dryRun: false }), {
    invalidates: ['listImports'],
    done: ({ data }) => void navigate({ to: `/imports/${data.id}` }),
  });
  const found = checked.data;
  const isUseless =
    found === undefined ||
    found.orders.placed === 0 ||
    (wish.errorPolicy === 'reject_all' && found.orders.failed > 0);
  return (
    <Panel title={wish.file.name} description="Checked only: nothing has been written yet.">
      <Loaded query={checked}>{(data) => <ImportReport of={data} />}</Loaded>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={props.restart}>
          Choose another file
        </Button>
        <Button variant="default" onClick={props.back}>
          Change the columns
        </Button>
        <Button
          disabled={found === undefined || !isOver(found) || isUseless}
          loading={run.isPending}
          onClick={() => run.mutate()}
        >
          {found !== undefined && isOver(found) ? `Import ${count(found.orders.placed, 'order')}` : 'Import'}
        </Button>
      </Group>
    </Panel>
  );
}
