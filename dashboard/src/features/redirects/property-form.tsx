import { Switch, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { api, type Data } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';

export type Property = Data<'getProperty'>;
export type PropertyValues = Pick<Property, 'name' | 'domains' | 'locales' | 'isDefault'>;

export const openNewProperty = () => openDialog('Add site', (close) => <NewProperty close={close} />);

function NewProperty({ close }: { close: () => void }) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { name: '', domains: [], locales: [], isDefault: false } as PropertyValues,
    send: (values) => api.createProperty({ body: values }),
    invalidates: ['listProperties'],
    successMessage: 'The site is added',
    done: close,
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Add site" noValidate>
      <PropertyFields form={form} readOnly={false} />
    </FormFrame>
  );
}

export function PropertyFields(props: { form: UseFormReturnType<PropertyValues>; readOnly: boolean }) {
  const { form, readOnly } = props;
  /** An error of one item appears below the whole input. */
  const wrong = (name: string) =>
    Object.entries(form.errors).find(([path]) => path.split('.')[0] === name)?.[1];
  return (
    <>
      <TextInput
        label="Name"
        required
        maxLength={200}
        readOnly={readOnly}
        data-path="name"
        {...form.getInputProps('name')}
      />
      <TagsInput
        label="Domains"
        description="Such as shop.example.com; press Enter after each"
        readOnly={readOnly}
        data-path="domains"
        {...form.getInputProps('domains')}
        error={wrong('domains')}
      />
      <TagsInput
        label="Languages"
        description="Such as en or de-AT; press Enter after each"
        readOnly={readOnly}
        data-path="locales"
        {...form.getInputProps('locales')}
        error={wrong('locales')}
      />
      <Switch
        label="The default site"
        description="Used wherever no site is named"
        disabled={readOnly}
        {...form.getInputProps('isDefault', { type: 'checkbox' })}
      />
    </>
  );
}
