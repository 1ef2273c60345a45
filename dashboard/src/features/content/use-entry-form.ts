/** The form of an entry: typed values, saved values, and the conflict when another save came first. */
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { isConflict } from '../../ui/conflict-notice.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { type ContentType, type Entry, fieldsOf, type Values } from './fields.ts';
import { changedPlaces, changeOf, mergeValues } from './values.ts';

export type EntryValues = { fields: Values; propertyId: string | null };

const valuesOf = ({ fields, propertyId }: Entry): EntryValues => ({ fields, propertyId });

export function useEntryForm(entry: Entry, type: ContentType) {
  const fields = fieldsOf(type);
  const base = useRef(entry);
  const [theirs, setTheirs] = useState<Entry | null>(null);
  const next = useRef<((saved: Entry) => void) | null>(null);
  const { form, submit, sending, failure } = useApiForm({
    initialValues: valuesOf(entry),
    isGuarded: false,
    send: async (values) => {
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
    },
    invalidates: ['getEntry', 'listEntries', 'listEntryRevisions'],
    successMessage: 'The draft is saved',
    done: ({ data }, sent) => {
      // Shows values that the server added, and keeps text typed during the request.
      const now = form.getValues();
      form.setValues({ ...now, fields: mergeValues(fields, sent.fields, now.fields, data.fields) });
      base.current = data;
      next.current?.(data);
      next.current = null;
    },
  });

  const isDirty =
    form.values.propertyId !== base.current.propertyId ||
    changedPlaces(fields, base.current.fields, form.values.fields).length > 0;
  // Without unsaved changes, the form follows a version that was restored, published or saved elsewhere.
  useEffect(() => {
    if (entry.version === base.current.version || isDirty) return;
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
