import { TextInput } from '@mantine/core';
import { FormFrame } from '../../../ui/form-frame.tsx';
import { useApiForm } from '../../../ui/use-api-form.ts';
import { CHANGED } from './release-status.tsx';

/** The name of a new release, or the next one of a release. */
export function ReleaseName<Result>(props: {
  name?: string;
  action: string;
  send: (body: { name: string }) => Promise<Result>;
  successMessage?: string;
  done: (result: Result) => void;
  close: () => void;
}) {
  const { name = '', action, send, successMessage, done, close } = props;
  const { form, submit, sending, failure } = useApiForm({
    ...{ initialValues: { name }, send, invalidates: CHANGED, successMessage, done },
  });
  return (
    <FormFrame {...{ submit, sending, failure, close, action }}>
      <TextInput
        label="Name"
        required
        maxLength={200}
        data-autofocus
        data-path="name"
        {...form.getInputProps('name')}
      />
    </FormFrame>
  );
}
