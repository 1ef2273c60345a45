import { Switch, TextInput } from '@mantine/core';
import { api } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import type { StockLocation } from './locations.ts';

/** Null: a new one. */
export const openLocation = (location: StockLocation | null) =>
  openDialog(location === null ? 'Add location' : `Change ${location.name}`, (close) => (
    <LocationForm location={location} close={close} />
  ));

function LocationForm({ location, close }: { location: StockLocation | null; close: () => void }) {
  const { name = '', code = '', priority = 0, active = true } = location ?? {};
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { name, code, priority: priority as number | string, active },
    send: (values): Promise<unknown> => {
      const body = { ...values, priority: values.priority as number };
      if (location === null) return api.createLocation({ body });
      return api.updateLocation({ path: { id: location.id }, ifMatch: location.version, body });
    },
    invalidates: ['listLocations', 'listItems', 'getItem'],
    successMessage: location === null ? 'The location is added' : 'The location is saved',
    done: close,
  });
  return (
    <FormFrame
      {...{ submit, sending, failure, close }}
      action={location === null ? 'Add location' : 'Save location'}
      noValidate
      aside={
        location && (
          <RemoveButton
            name={location.name}
            consequence={NEVER_HAD_STOCK}
            list="listLocations"
            run={() => removeLocation(location)}
            close={close}
          />
        )
      }
    >
      <TextInput
        label="Name"
        required
        maxLength={200}
        data-autofocus
        data-path="name"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Code"
        description="Short, such as BER or SHOP-1; files with counts name it"
        required
        maxLength={50}
        data-path="code"
        {...form.getInputProps('code')}
      />
      <NumberField
        label="Order of taking"
        description="Stock is taken from the smallest number first"
        data-path="priority"
        {...form.getInputProps('priority')}
      />
      <Switch
        label="In use"
        description="Stock is taken from locations in use only"
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
    </FormFrame>
  );
}

/** Why a location may stay. */
export const NEVER_HAD_STOCK =
  'Only a location that never had stock can be deleted; any other can be taken out of use.';

export const removeLocation = ({ id, version }: StockLocation) =>
  api.deleteLocation({ path: { id }, ifMatch: version });
