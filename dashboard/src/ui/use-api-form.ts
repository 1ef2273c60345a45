/** A form that sends to the API and shows the API's errors beside its fields. */
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { OperationName } from '../api.ts';
import { useHeldDialog } from './dialog.tsx';
import { fieldErrors } from './explain.ts';
import { useAction } from './use-data.ts';
import { useKept } from './use-kept.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

type Kept = {
  /** Distinguishes the forms of one address. */
  name: string;
  /** The state that the values are typed upon, such as the version of a record. */
  base?: unknown;
  /** Gets the state that restored values were typed upon. Without it, they are restored only upon the same state. */
  restored?: (base: unknown) => void;
};

/** The input that shows the problem at this path: its own, or that of the list of which it is a piece. */
function inputOf(path: string): HTMLElement | null {
  const own = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
  if (own !== null || !path.includes('.')) return own;
  const around = inputOf(path.slice(0, path.lastIndexOf('.')));
  return around?.ariaInvalid === 'true' ? around : null;
}

export function useApiForm<Values extends Record<string, unknown>, Result>(options: {
  initialValues: Values;
  send: (values: Values) => Promise<Result>;
  done?: (result: Result, values: Values) => void;
  invalidates?: OperationName[];
  successMessage?: string;
  /** False: leaving the form asks nothing, because nothing is lost, or because its screen asks. */
  isGuarded?: boolean;
  /** Fields of the form by their place in the request, where that differs: `lines.0.count` is `units`. */
  places?: Record<string, string>;
  /** False: nothing is kept in the browser. Otherwise what was typed is restored into a form that begins with the same values. */
  kept?: false | Kept;
}) {
  const {
    initialValues,
    send,
    done,
    isGuarded = true,
    places = {},
    kept = isGuarded ? undefined : false,
    ...rest
  } = options;
  const form = useForm<Values>({ initialValues });
  const begun = useRef(initialValues);
  const [failure, setFailure] = useState<unknown>(null);
  const { drop, dropSaved } = useKept<Values>({
    name: kept === false ? null : (kept?.name ?? Object.keys(begun.current).join()),
    base: kept ? kept.base : begun.current,
    fitsOther: kept ? kept.restored !== undefined : false,
    values: form.values,
    isDirty: form.isDirty(),
    restore: (values, base) => {
      form.setValues(values);
      if (kept) kept.restored?.(base);
    },
  });
  useUnsavedGuard(() => isGuarded && form.isDirty(), drop);
  useHeldDialog(isGuarded && form.isDirty());
  const sendAndDrop = async (values: Values) => {
    const result = await send(values);
    // Before the record is read anew: the form may begin anew with it, and must restore what was typed since, and not what is saved.
    form.resetDirty(values);
    dropSaved(form.getValues() !== values);
    return result;
  };
  const action = useAction(sendAndDrop, {
    ...rest,
    showsFailure: true,
    done: (result, values) => {
      const before = form.getValues();
      done?.(result, values);
      // The form may have been emptied for the next record. What was typed since it was sent is not saved.
      if (form.getValues() !== before) form.resetDirty();
    },
  });
  const submit = form.onSubmit((values) => {
    setFailure(null);
    action.mutate(values, {
      onError: (error) => {
        const errors = Object.fromEntries(
          Object.entries(fieldErrors(error) ?? {}).map(([path, words]) => [places[path] ?? path, words]),
        );
        // A section may open because of the error in it, so it is rendered before the field is looked for.
        flushSync(() => form.setErrors(errors));
        const fields = Object.keys(errors).map(inputOf);
        // A field shows its own error; an error without a field is shown for the whole form.
        fields.find((field) => field !== null)?.focus();
        if (fields.length === 0 || fields.includes(null)) setFailure(error);
      },
    });
  });
  return { form, submit, sending: action.isPending, failure, drop };
}
