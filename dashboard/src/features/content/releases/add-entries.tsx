import { Checkbox, Select, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { api } from '../../../api.ts';
import { openDialog } from '../../../ui/dialog.tsx';
import { FormFrame } from '../../../ui/form-frame.tsx';
import { counted } from '../../../ui/formats.ts';
import { SearchInput } from '../../../ui/search-input.tsx';
import { useAction, useList } from '../../../ui/use-data.ts';
import { STATUSES } from '../entry-status.tsx';
import { type Entry, titleOf } from '../fields.ts';
import { useTypes } from '../use-types.ts';
import { ACTIONS, CHANGED, type Release } from './release-status.tsx';

export const openAddEntries = (release: Release) =>
  openDialog(`Add to “${release.name}”`, (close) => <AddEntries {...{ release, close }} />, 'lg');

/** Chooses entries for a release; the API searches during typing. */
function AddEntries({ release, close }: { release: Release; close: () => void }) {
  const { typeOf, locale } = useTypes();
  const [chosen, choose] = useState<string[]>([]);
  const [action, setAction] = useState<'publish' | 'unpublish'>('publish');
  const [q, search] = useState<string>();
  const found = useList('listEntries', { query: { q, limit: 50 } });
  // What was chosen stays in the list when the next search does not find it.
  const seen = useRef(new Map<string, Entry>());
  for (const entry of found.rows) seen.current.set(entry.id, entry);
  const inIt = new Set(release.entries.map(({ id }) => id));
  const offered = found.rows.filter(({ id }) => !inIt.has(id) && !chosen.includes(id));
  const shown = [...chosen.map((id) => seen.current.get(id)!), ...offered];
  const add = useAction(
    () =>
      api.addReleaseEntries({
        path: { id: release.id },
        body: { entries: chosen.map((id) => ({ id, action })) },
      }),
    {
      invalidates: CHANGED,
      successMessage: `${counted(chosen.length, 'entry', 'entries')} added`,
      showsFailure: true,
      done: close,
    },
  );
  return (
    <FormFrame
      submit={(event) => {
        event?.preventDefault();
        add.mutate(undefined);
      }}
      sending={add.isPending}
      failure={add.error}
      close={close}
      action={chosen.length === 0 ? 'Add entries' : `Add ${counted(chosen.length, 'entry', 'entries')}`}
      disabled={chosen.length === 0}
    >
      <SearchInput label="Search entries" placeholder="Search entries" value={q} onChange={search} />
      <Checkbox.Group aria-label="Entries" value={chosen} onChange={choose}>
        <Stack gap="xs" mah="40vh" style={{ overflowY: 'auto' }}>
          {shown.map((entry) => {
            const type = typeOf(entry.type);
            return (
              <Checkbox
                key={entry.id}
                value={entry.id}
                label={titleOf(type, entry, locale)}
                description={`${type?.title ?? entry.type}, ${STATUSES[entry.status].label.toLowerCase()}`}
                styles={{ label: { overflowWrap: 'anywhere' } }}
              />
            );
          })}
          {shown.length === 0 && (
            <Text size="sm" c="dimmed" role="status">
              {found.isFetching ? 'Searching …' : 'No other entry by that name.'}
            </Text>
          )}
          {found.hasNextPage && (
            <Text size="sm" c="dimmed">
              There are more: search for them.
            </Text>
          )}
        </Stack>
      </Checkbox.Group>
      <Select
        label="Action"
        allowDeselect={false}
        data={ACTIONS}
        value={action}
        onChange={(value) => setAction(value === 'unpublish' ? value : 'publish')}
      />
      <Text size="sm" c="dimmed">
        The drafts as they are saved now go live. If one is saved again, the release waits until somebody
        takes the later version.
      </Text>
    </FormFrame>
  );
}
