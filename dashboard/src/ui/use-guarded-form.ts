/** A form for a record that others may change too: a save is refused if the record has changed since it was shown. */
import { useRef, useState } from 'react';
import type { OperationName } from '../api.ts';
import { isConflict } from './conflict-notice.tsx';
import { useApiForm } from './use-api-form.ts';

/** The version that an answer brings; what is typed from now on is typed upon it. */
const versionOf = (answer: unknown): number | undefined =>
  (answer as { data?: { version?: number } } | undefined)?.data?.version;

export function useGuardedForm<
  Values extends Record<string, unknown>,
  Saved extends { version: number; id?: string },
>(options: {
  /** The record when the form was opened. */
  seen: Saved;
  valuesOf: (saved: Saved) => Values;
  send: (values: Values, version: number) => Promise<unknown>;
  reload: () => Promise<Saved>;
  invalidates?: OperationName[];
  successMessage?: string;
  done?: () => void;
}) {
  const { seen, valuesOf, send, reload, ...rest } = options;
  const version = useRef(seen.version);
  const [theirs, setTheirs] = useState<Saved | null>(null);
  const { form, submit, sending, failure, drop } = useApiForm({
    initialValues: valuesOf(seen),
    // Values that were typed upon an older version meet the conflict that they would have met then.
    kept: {
      name: `${Object.keys(valuesOf(seen)).join()} ${seen.id ?? ''}`,
      base: version.current,
      restored: (base) => {
        version.current = base as number;
      },
    },
    send: async (values) => {
      try {
        const saved = await send(values, version.current);
        version.current = versionOf(saved) ?? version.current;
        return saved;
      } catch (error) {
        if (isConflict(error)) setTheirs(await reload());
        throw error;
      }
    },
    ...rest,
  });
  const accept = (saved: Saved) => {
    version.current = saved.version;
    setTheirs(null);
  };
  return {
    form,
    submit,
    sending,
    /** Discards what was typed. */
    drop,
    failure: isConflict(failure) ? null : failure,
    /** The version that another save stored meanwhile, until the user decides. */
    conflict: theirs && {
      theirs,
      takeTheirs: () => {
        form.setValues(valuesOf(theirs));
        accept(theirs);
      },
      keepMine: () => {
        accept(theirs);
        submit();
      },
    },
  };
}
