import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconBookmarkPlus, IconDots } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { confirm } from '../confirm.tsx';
import { useAction } from '../use-data.ts';
import { openSaveView } from './save-view.tsx';
import type { SavedView, useViews, View } from './use-views.ts';
import classes from './views.module.css';

/** The views of a list, each with the number of its rows where the API counts them. */
export function ViewBar(props: {
  list: string;
  views: ReturnType<typeof useViews>;
  countOf?: (view: View) => ReactNode;
}) {
  const { list, views, countOf } = props;
  const { all, saved, current, changed, query, columns, open } = views;
  const mayEdit = useHasRole('editor');
  const update = useAction(
    ({ id, version }: SavedView) =>
      api.updateView({ path: { id }, ifMatch: version, body: { query, columns } }),
    { invalidates: ['listViews'], successMessage: (_, { name }) => `The view “${name}” is saved` },
  );
  return (
    <Group className={classes.views} gap={6} role="group" aria-label="Views">
      {all.map((view) => (
        <Button
          key={view.id}
          size="compact-sm"
          variant={view === current ? 'filled' : 'default'}
          aria-pressed={view === current}
          rightSection={countOf?.(view)}
          onClick={() => open(view)}
        >
          {view.name}
        </Button>
      ))}
      {mayEdit && changed?.saved && (
        <Button size="compact-sm" variant="light" onClick={() => update.mutate(changed.saved!)}>
          Save changes to “{changed.name}”
        </Button>
      )}
      {mayEdit && current === undefined && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBookmarkPlus size={14} aria-hidden />}
          onClick={() => openSaveView({ list, query, columns, done: (view) => open(viewOf(view)) })}
        >
          Save view
        </Button>
      )}
      {mayEdit && current?.saved && (
        <ViewMenu view={current.saved} of={saved.map((view) => view.saved!)} leave={() => open(all[0]!)} />
      )}
    </Group>
  );
}

const viewOf = (view: SavedView): View => ({ id: view.id, name: view.name, query: view.query, saved: view });

function ViewMenu({ view, of, leave }: { view: SavedView; of: SavedView[]; leave: () => void }) {
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
