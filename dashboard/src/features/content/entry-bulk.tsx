import { Button } from '@mantine/core';
import { ApiError } from '../../../../sdk/errors.ts';
import { api, type OperationName } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { runForEach } from '../../ui/run-for-each.tsx';
import type { Entry } from './fields.ts';
import { openAddToRelease } from './releases/add-to-release.tsx';

const AFFECTED: OperationName[] = ['listEntries', 'getEntry', 'listEntryRevisions'];

/** The most entries of one request. */
const AT_ONCE = 200;

type Act = {
  label: string;
  action: 'publish' | 'unpublish' | 'delete' | 'restore';
  danger?: boolean;
  said: string;
  suits: (entry: Entry) => boolean;
};

const isThere = ({ status }: Entry) => status !== 'deleted';

const ACTS: Act[] = [
  {
    label: 'Publish',
    action: 'publish',
    said: 'Readers of your site see the latest version of these entries.',
    suits: isThere,
  },
  {
    label: 'Unpublish',
    action: 'unpublish',
    said: 'Readers of your site no longer see these entries. They stay here as drafts.',
    suits: ({ status }) => status === 'published' || status === 'changed',
  },
  {
    label: 'Delete',
    action: 'delete',
    danger: true,
    said: 'They leave the site and the list. They can be restored from the status “Deleted”.',
    suits: isThere,
  },
  {
    label: 'Restore',
    action: 'restore',
    said: 'They are drafts again.',
    suits: (entry) => !isThere(entry),
  },
];

/**
 * Entries that require each other can only change together, so all of them are tried first. If some prevent it, the others change
 * without them.
 */
async function actOn(action: Act['action'], entries: Entry[]): Promise<Map<Entry, string>> {
  const named = entries.map(({ id, version }) => ({ id, version }));
  const send = (partial: boolean) =>
    api.changeEntriesInBulk({ body: { action, entries: named, partial } }).then(({ data }) => data);
  const { results } = await send(false).catch((error) => {
    if (error instanceof ApiError && error.status === 422) return send(true);
    throw error;
  });
  return new Map(
    results.flatMap(({ index, error }) => (error === undefined ? [] : [[entries[index]!, error.message]])),
  );
}

/** The actions for the selected entries. */
export function EntryBulk(props: { entries: Entry[]; nameOf: (entry: Entry) => string; clear: () => void }) {
  const { entries, nameOf, clear } = props;
  if (!useHasRole('editor')) return null;
  const there = entries.filter(isThere);
  const acts = ACTS.map((act) => {
    const rows = entries.filter(act.suits);
    const count = rows.length === 1 ? '1 entry' : `${rows.length} entries`;
    const ask = () =>
      runForEach({
        title: `${act.label}: ${count}`,
        action: `${act.label} ${count}`,
        danger: act.danger,
        rows,
        nameOf,
        run: { atOnce: AT_ONCE, run: (some) => actOn(act.action, some) },
        invalidates: AFFECTED,
        done: clear,
        children: act.said,
      });
    if (rows.length === 0) return null;
    return (
      <Button key={act.label} size="compact-sm" variant="default" onClick={ask}>
        {act.label}
        {rows.length < entries.length && ` ${rows.length}`}
      </Button>
    );
  });
  return (
    <>
      {acts}
      {there.length > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => openAddToRelease(there, { done: clear })}>
          Add to release …
        </Button>
      )}
    </>
  );
}
