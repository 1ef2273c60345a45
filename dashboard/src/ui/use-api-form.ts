/** A form that sends to the API and shows the API's errors beside its fields. */
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { OperationName } from '../api.ts';
import { useHeldDialog } from './dialog.tsx';
import { fieldErrors } from './explain.ts';
import { useAction } from './use-data.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

export function useApiForm<Values extends Record<string, unknown>, Result>(options: {
  initialValues: Values;
  send: (values: Values) => Promise<Result>;
  done?: (result: Result, values: Values) => void;
  invalidates?: OperationName[];
  successMessage?: string;
  /** False: leaving the form asks nothing, because nothing is lost, or because its screen asks. */
  isGuarded?: boolean;
}) {
  const { initialValues, send, done, isGuarded = true, ...rest } = options;
  const form = useForm<Values>({ initialValues });
  const [failure, setFailure] = useState<unknown>(null);
  useUnsavedGuard(() => isGuarded && form.isDirty());
  useHeldDialog(isGuarded && form.isDirty());
  const action = useAction(send, {
    ...rest,
    showsFailure: true,
    done: (result, values) => {
      form.resetDirty(values);
      done?.(result, values);
      // The form may have been emptied for the next record.
      form.resetDirty();
    },
  });
  const submit = form.onSubmit((values) => {
    setFailure(null);
    action.mutate(values, {
      onError: (error) => {
        const errors = fieldErrors(error) ?? {};
        form.setErrors(errors);
        const [first] = Object.keys(errors);
        const field =
          first === undefined ? null : document.querySelector(`[data-path="${CSS.escape(first)}"]`);
        // A field shows its own error; an error without a field is shown for the whole form.
        if (field instanceof HTMLElement) field.focus();
        else setFailure(error);
      },
    });
  });
  return { form, submit, sending: action.isPending, failure };
}
