import { Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import { api, queries } from '../../api.ts';
import { confirm } from '../../ui/confirm.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { toast } from '../../ui/toast.ts';
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
    <form onSubmit={submit} noValidate>
      <Stack>
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
        <ErrorNotice error={failure} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={sending}>
            {location === null ? 'Add location' : 'Save location'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export const removeLocation = ({ id, name, version }: StockLocation) =>
  confirm({
    title: `Remove ${name}?`,
    children: 'Only a location that never had stock can be removed; any other can be taken out of use.',
    action: 'Remove location',
    danger: true,
    run: async () => {
      await api.deleteLocation({ path: { id }, ifMatch: version });
      await queries.invalidateQueries({ queryKey: ['listLocations'] });
      toast.done('The location is removed');
    },
  });
