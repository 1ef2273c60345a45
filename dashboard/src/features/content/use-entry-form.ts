/** The form of an entry: typed values, saved values, and the conflict when another save came first. A draft saves itself. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { isConflict } from '../../ui/conflict-notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useKept } from '../../ui/use-kept.ts';
import { type ContentType, type Entry, fieldsOf, type Values } from './fields.ts';
import { changedPlaces, changeOf, mergeValues } from './values.ts';

export type EntryValues = { fields: Values; propertyId: string | null };

const valuesOf = ({ fields, propertyId }: Entry): EntryValues => ({ fields, propertyId });

/** The time after the last key before a draft saves itself, and between two such saves: each makes a revision. */
const REST_MS = 5_000;
const BETWEEN_MS = 30_000;

/** Saving changes nothing that readers see, now or at a set time, and does not turn a published entry into a changed one. */
const savesItself = ({ status, schedule, locales }: Entry) =>
  (status === 'draft' || status === 'changed') &&
  schedule.publishAt === null &&
  Object.values(locales).every(({ publishAt }) => publishAt === undefined);

export function useEntryForm(entry: Entry, type: ContentType, mayEdit: boolean) {
  const client = useQueryClient();
  const fields = fieldsOf(type);
  const base = useRef(entry);
  const [theirs, setTheirs] = useState<Entry | null>(null);
  const next = useRef<((saved: Entry) => void) | null>(null);
  const selfSaving = useRef<Promise<void> | null>(null);
  const lastSelfSave = useRef(0);

  const send = async (values: EntryValues) => {
    try {
      return await api.updateEntry({
        path: { id: entry.id },
        ifMatch: base.current.version,
        body: {
          fields: changeOf(fields, base.current.fields, values.fields),
          ...(values.propertyId !== base.current.propertyId && { propertyId: values.propertyId }),
        },
      });
    } catch (error) {
      next.current = null;
      if (isConflict(error)) setTheirs((await api.getEntry({ path: { id: entry.id } })).data);
      throw error;
    }
  };
  /** Shows values that the server added, and keeps text typed during the request. */
  const settle = (saved: Entry, sent: EntryValues) => {
    const now = form.getValues();
    form.setValues({ ...now, fields: mergeValues(fields, sent.fields, now.fields, saved.fields) });
    base.current = saved;
  };

  const { form, submit, sending, failure } = useApiForm({
    initialValues: valuesOf(entry),
    isGuarded: false,
    send: async (values) => {
      await selfSaving.current;
      return send(values);
    },
    invalidates: ['getEntry', 'listEntries', 'listEntryRevisions'],
    done: ({ data }, sent) => {
      drop();
      toast.done('The draft is saved');
      settle(data, sent);
      next.current?.(data);
      next.current = null;
    },
  });

  const isDirty =
    form.values.propertyId !== base.current.propertyId ||
    changedPlaces(fields, base.current.fields, form.values.fields).length > 0;

  const { version, fields: savedFields, propertyId } = base.current;
  const { drop } = useKept<EntryValues>({
    name: mayEdit ? 'entry' : null,
    base: { version, fields: savedFields, propertyId },
    fitsOther: true,
    values: form.values,
    isDirty,
    restore: (values, typedUpon) => {
      // Values that were typed upon an older version meet the conflict that they would have met then.
      base.current = { ...base.current, ...(typedUpon as Partial<Entry>) };
      form.setValues(values);
    },
  });

  const saveItself = async () => {
    const sent = form.getValues();
    lastSelfSave.current = Date.now();
    try {
      const { data } = await send(sent);
      await client.cancelQueries({ queryKey: ['getEntry', { path: { id: entry.id } }] });
      client.setQueryData(['getEntry', { path: { id: entry.id } }], data);
      drop();
      settle(data, sent);
      for (const name of ['listEntries', 'listEntryRevisions'])
        void client.invalidateQueries({ queryKey: [name] });
    } catch {
      // A conflict is shown. Anything else waits for the button, which shows the reason; the browser keeps the text meanwhile.
    }
    selfSaving.current = null;
  };
  const isReady = mayEdit && isDirty && !sending && theirs === null && savesItself(entry);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values begins the rest anew
  useEffect(() => {
    if (!isReady) return;
    const wait = Math.max(REST_MS, lastSelfSave.current + BETWEEN_MS - Date.now());
    const timer = setTimeout(() => {
      selfSaving.current ??= saveItself();
    }, wait);
    return () => clearTimeout(timer);
  }, [form.values, isReady]);

  // Without unsaved changes, the form follows a version that was restored, published or saved elsewhere.
  useEffect(() => {
    if (entry.version <= base.current.version || isDirty) return;
    base.current = entry;
    form.setValues(valuesOf(entry));
  }, [entry, isDirty, form.setValues]);

  const accept = (values: EntryValues) => {
    base.current = theirs!;
    setTheirs(null);
    form.setValues(values);
  };
  return {
    form,
    submit,
    sending,
    failure: isConflict(failure) ? null : failure,
    isDirty,
    /** Discards what was typed. */
    drop,
    /** Calls `go` with the saved entry; at once if nothing has changed. */
    saveThen: (go: (saved: Entry) => void) => {
      if (!isDirty) return go(base.current);
      next.current = go;
      submit();
    },
    conflict: theirs && {
      theirs,
      base: base.current,
      mine: form.values.fields,
      takeTheirs: () => accept(valuesOf(theirs)),
      keepMine: () => {
        const mine = form.values;
        const isMoved = mine.propertyId !== base.current.propertyId;
        accept({
          propertyId: isMoved ? mine.propertyId : theirs.propertyId,
          fields: mergeValues(fields, base.current.fields, mine.fields, theirs.fields),
        });
        submit();
      },
    },
  };
}
