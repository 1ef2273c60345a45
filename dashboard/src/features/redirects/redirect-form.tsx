import type { UseFormReturnType } from '@mantine/form';
import { api } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { PropertySelect } from './property-select.tsx';
import { bodyOf, NO_VALUES, RedirectFields, type RedirectValues } from './redirect-fields.tsx';

export const openNewRedirect = (propertyId: string | undefined) =>
  openDialog('Add redirect', (close) => <NewRedirect propertyId={propertyId} close={close} />, 'lg');

function NewRedirect(props: { propertyId: string | undefined; close: () => void }) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { ...NO_VALUES, propertyId: props.propertyId ?? null },
    send: ({ propertyId, ...values }) =>
      api.createRedirect({ body: { ...bodyOf(values), propertyId: propertyId ?? undefined } }),
    invalidates: ['listRedirects'],
    successMessage: 'The redirect is in force',
    done: props.close,
  });
  return (
    <FormFrame {...{ submit, sending, failure }} close={props.close} action="Add redirect" noValidate>
      <PropertySelect
        label="Site"
        placeholder="The default site"
        value={form.values.propertyId}
        onChange={(id) => form.setFieldValue('propertyId', id)}
      />
      <RedirectFields form={form as unknown as UseFormReturnType<RedirectValues>} />
    </FormFrame>
  );
}
