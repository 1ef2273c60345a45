import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { confirm } from '../confirm.tsx';
import { useAction } from '../use-data.ts';
import { openSaveView } from './save-view.tsx';
import type { SavedView } from './use-views.ts';

/** Changes a saved view: its name, its place, and whether the list opens with it. */
export default function ViewMenu(props: { view: SavedView; of: SavedView[]; leave: () => void }) {
  const { view, of, leave } = props;
  const change = useAction(
    (body: { isDefault: boolean }) => api.updateView({ path: { id: view.id }, ifMatch: view.version, body }),
    { invalidates: ['listViews'] },
  );
  const client = useQueryClient();
  const place = of.findIndex(({ id }) => id === view.id);
  const move = useAction(
    async (by: number) => {
      const next = of.filter(({ id }) => id !== view.id);
      next.splice(place + by, 0, view);
      const moved = next
        .map((each, index) => ({ ...each, to: index }))
        .filter((each) => each.place !== each.to);
      for (const { id, to } of moved) await api.updateView({ path: { id }, body: { place: to } });
    },
    { invalidates: ['listViews'] },
  );
  const remove = () =>
    confirm({
      title: `Delete the view “${view.name}”?`,
      children: 'It disappears for everybody on the staff. The records in it stay.',
      action: 'Delete view',
      danger: true,
      run: async () => {
        await api.deleteView({ path: { id: view.id } });
        await client.invalidateQueries({ queryKey: ['listViews'] });
        leave();
      },
    });
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Change the view ${view.name}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => openSaveView({ view })}>Rename</Menu.Item>
        <Menu.Item onClick={() => change.mutate({ isDefault: !view.isDefault })}>
          {view.isDefault ? 'Do not open the list with it' : 'Open the list with it, for everybody'}
        </Menu.Item>
        <Menu.Item disabled={place === 0} onClick={() => move.mutate(-1)}>
          Move to the left
        </Menu.Item>
        <Menu.Item disabled={place === of.length - 1} onClick={() => move.mutate(1)}>
          Move to the right
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={remove}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
