import { Button } from '@mantine/core';
import { api, type OperationName } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { runForEach } from '../../ui/run-for-each.tsx';
import type { Entry } from './fields.ts';

const AFFECTED: OperationName[] = ['listEntries', 'getEntry', 'listEntryRevisions'];

type Act = {
  label: string;
  danger?: boolean;
  said: string;
  suits: (entry: Entry) => boolean;
  run: (entry: Entry) => Promise<unknown>;
};

const isThere = ({ status }: Entry) => status !== 'deleted';

const ACTS: Act[] = [
  {
    label: 'Publish',
    said: 'Readers of your site see the latest version of these entries.',
    suits: isThere,
    run: ({ id, version }) => api.publishEntry({ path: { id }, ifMatch: version }),
  },
  {
    label: 'Unpublish',
    said: 'Readers of your site no longer see these entries. They stay here as drafts.',
    suits: ({ status }) => status === 'published',
    run: ({ id, version }) => api.unpublishEntry({ path: { id }, ifMatch: version }),
  },
  {
    label: 'Delete',
    danger: true,
    said: 'They leave the site and the list. They can be restored from the status “Deleted”.',
    suits: isThere,
    run: ({ id, version }) => api.deleteEntry({ path: { id }, ifMatch: version }),
  },
  {
    label: 'Restore',
    said: 'They are drafts again.',
    suits: (entry) => !isThere(entry),
    run: ({ id }) => api.restoreEntry({ path: { id } }),
  },
];

/** The actions for the selected entries. */
export function EntryBulk(props: { entries: Entry[]; nameOf: (entry: Entry) => string; clear: () => void }) {
  const { entries, nameOf, clear } = props;
  if (!useHasRole('editor')) return null;
  return ACTS.map((act) => {
    const rows = entries.filter(act.suits);
    const count = rows.length === 1 ? '1 entry' : `${rows.length} entries`;
    const ask = () =>
      runForEach({
        title: `${act.label}: ${count}`,
        action: `${act.label} ${count}`,
        danger: act.danger,
        rows,
        nameOf,
        run: act.run,
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
}
