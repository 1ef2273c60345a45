import { Button, Group } from '@mantine/core';
import { IconBookmarkPlus } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { api } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { useAction } from '../use-data.ts';
import type { SavedView, useViews, View } from './use-views.ts';
import classes from './views.module.css';

// Needed for a view that somebody saved.
const ViewMenu = lazy(() => import('./view-menu.tsx'));

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
  const save = async () => {
    const { openSaveView } = await import('./save-view.tsx');
    openSaveView({ list, query, columns, done: (view) => open(viewOf(view)) });
  };
  // One view alone is no choice.
  if (all.length === 1 && current !== undefined) return null;
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
          onClick={() => void save()}
        >
          Save view
        </Button>
      )}
      {mayEdit && current?.saved && (
        <Suspense>
          <ViewMenu view={current.saved} of={saved.map((view) => view.saved!)} leave={() => open(all[0]!)} />
        </Suspense>
      )}
    </Group>
  );
}

const viewOf = (view: SavedView): View => ({ id: view.id, name: view.name, query: view.query, saved: view });
