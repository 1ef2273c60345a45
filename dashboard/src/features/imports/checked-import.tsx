import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { counted } from '../../ui/formats.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useAction } from '../../ui/use-data.ts';
import { ImportReport } from './import-report.tsx';
import { isOver, useImport } from './import-state.tsx';
import type { Kind } from './kind.ts';
import type { Wish } from './wish.ts';

/** The result of the dry run, with buttons to import the same file or to go back. */
export function CheckedImport(props: {
  kind: Kind;
  id: string;
  wish: Wish;
  back: () => void;
  restart: () => void;
}) {
  const { kind, wish } = props;
  const navigate = useNavigate();
  const checked = useImport(kind, props.id);
  const run = useAction(() => kind.send(wish, false), {
    invalidates: [kind.listName],
    done: ({ data }) => void navigate({ to: `${kind.path}/${data.id}` }),
  });
  const found = checked.data;
  const isUseless =
    found === undefined || found.good === 0 || (wish.errorPolicy === 'reject_all' && found.failed > 0);
  return (
    <Panel title={wish.file.name} description="Checked only: nothing has been written yet.">
      <Loaded query={checked}>{(data) => <ImportReport kind={kind} of={data} />}</Loaded>
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
          {found !== undefined && isOver(found) ? `Import ${counted(found.good, kind.noun)}` : 'Import'}
        </Button>
      </Group>
    </Panel>
  );
}
