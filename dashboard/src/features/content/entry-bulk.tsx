import { Button } from '@mantine/core';
import { ApiError } from '../../../../sdk/errors.ts';
import { api, type OperationName } from '../../api.ts';
import { useRights } from '../../session/type-rights.ts';
import { withoutRequests } from '../../ui/field-words.ts';
import { counted } from '../../ui/formats.ts';
import { runForEach } from '../../ui/run-for-each.tsx';
import { type ContentType, type Entry, isWhollyLive } from './fields.ts';
import { placeInWords } from './place.ts';
import { openAddToRelease } from './releases/add-to-release.tsx';

const AFFECTED: OperationName[] = ['listEntries', 'getEntry', 'listEntryRevisions'];

/** The most entries of one request. */
const AT_ONCE = 200;

type Act = {
  label: string;
  action: 'publish' | 'unpublish' | 'delete' | 'restore';
  danger?: boolean;
  says: string;
  done: string;
  suits: (entry: Entry) => boolean;
  /** The action that takes it back, for entries that are then as they were. */
  back: { action: Act['action']; suits: (entry: Entry) => boolean; said?: string };
};

const isThere = ({ status }: Entry) => status !== 'deleted';

const ACTS: Act[] = [
  {
    label: 'Publish',
    action: 'publish',
    says: 'Readers of your site see the latest version of these entries.',
    done: 'published',
    suits: isThere,
    // Readers would have to get the former version again.
    back: { action: 'unpublish', suits: ({ publishedVersion }) => publishedVersion === null },
  },
  {
    label: 'Unpublish',
    action: 'unpublish',
    says: 'Readers of your site no longer see these entries. They stay here as drafts.',
    done: 'taken down',
    suits: ({ status }) => status === 'published' || status === 'changed',
    back: { action: 'publish', suits: isWhollyLive },
  },
  {
    label: 'Delete',
    action: 'delete',
    danger: true,
    says: 'They leave the site and the list. They can be restored from the status “Deleted”.',
    done: 'deleted',
    suits: isThere,
    back: { action: 'restore', suits: () => true, said: 'Restored as drafts' },
  },
  {
    label: 'Restore',
    action: 'restore',
    says: 'They are drafts again.',
    done: 'restored',
    suits: (entry) => !isThere(entry),
    back: { action: 'delete', suits: () => true },
  },
];

/** Readers notice the deletion of a live entry. */
const rightTo = ({ action }: Act, { publishedVersion, schedule }: Entry) =>
  action === 'restore' || (action === 'delete' && publishedVersion === null && schedule.publishAt === null)
    ? 'write'
    : 'publish';

type TypeOf = (name: string) => ContentType | undefined;
type Refusal = { message: string; details: { path: string; message: string }[] };

function reasonOf({ message, details }: Refusal, type: ContentType | undefined): string {
  if (details.length === 0 || type === undefined) return withoutRequests(message);
  return details.map((each) => `${placeInWords(each.path, type)} ${each.message}`).join('; ');
}

/**
 * Entries that require each other can only change together, so all of them are tried first. If some prevent it, the others change
 * without them.
 */
async function actOn(
  action: Act['action'],
  entries: Entry[],
  named: { id: string; version?: number }[],
  typeOf: TypeOf,
): Promise<Map<Entry, string>> {
  const send = (partial: boolean) =>
    api.changeEntriesInBulk({ body: { action, entries: named, partial } }).then(({ data }) => data);
  const { results } = await send(false).catch((error) => {
    if (error instanceof ApiError && error.status === 422) return send(true);
    throw error;
  });
  return new Map(
    results.flatMap(({ index, error }) =>
      error === undefined ? [] : [[entries[index]!, reasonOf(error, typeOf(entries[index]!.type))]],
    ),
  );
}

const countOf = (count: number) => counted(count, 'entry', 'entries');
const asSeen = (entries: Entry[]) => entries.map(({ id, version }) => ({ id, version }));

/** An action may have made a version. */
async function takeBack(
  action: Act['action'],
  entries: Entry[],
  typeOf: TypeOf,
): Promise<Map<Entry, string>> {
  const refused = new Map<Entry, string>();
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const some = entries.slice(from, from + AT_ONCE);
    const named = some.map(({ id }) => ({ id }));
    for (const [entry, reason] of await actOn(action, some, named, typeOf)) refused.set(entry, reason);
  }
  return refused;
}

/** The actions for the selected entries. */
export function EntryBulk(props: {
  entries: Entry[];
  typeOf: TypeOf;
  nameOf: (entry: Entry) => string;
  clear: () => void;
}) {
  const { entries, typeOf, nameOf, clear } = props;
  const has = useRights();
  const writable = entries.filter(({ type }) => has(type, 'write'));
  if (writable.length === 0) return null;
  const there = writable.filter(isThere);
  const acts = ACTS.map((act) => {
    const rows = writable.filter((entry) => act.suits(entry) && has(entry.type, rightTo(act, entry)));
    const count = countOf(rows.length);
    const { back } = act;
    const ask = () =>
      runForEach({
        title: `${act.label}: ${count}`,
        action: `${act.label} ${count}`,
        danger: act.danger,
        rows,
        nameOf,
        run: {
          atOnce: AT_ONCE,
          run: (some) => actOn(act.action, some, asSeen(some), typeOf),
          undo: (done) => (done.every(back.suits) ? () => takeBack(back.action, done, typeOf) : undefined),
        },
        said: (number) => `${countOf(number)} ${act.done}`,
        undone: back.said,
        invalidates: AFFECTED,
        done: clear,
        children: act.says,
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
