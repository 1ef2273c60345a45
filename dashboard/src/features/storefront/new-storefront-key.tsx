import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';

type Site = { id: string; name: string; isDefault: boolean };

export const openNewStorefrontKey = (sites: Site[]) =>
  openDialog('New storefront key', (close) =>
    sites.length === 0 ? <NoSite close={close} /> : <NewStorefrontKey sites={sites} close={close} />,
  );

const NoSite = ({ close }: { close: () => void }) => (
  <Stack>
    <Text size="sm">A storefront key belongs to a site. Add your shop as a site first.</Text>
    <Group justify="flex-end">
      <Button component={Link} to="/properties" onClick={close}>
        Go to Sites
      </Button>
    </Group>
  </Stack>
);

function NewStorefrontKey({ sites, close }: { sites: Site[]; close: () => void }) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { label: '', propertyId: (sites.find(({ isDefault }) => isDefault) ?? sites[0]!).id },
    send: (body) => api.createStorefrontKey({ body }),
    invalidates: ['listStorefrontKeys'],
    successMessage: 'The key is created',
    done: close,
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Create key" noValidate>
      <TextInput
        label="Label"
        description="Where it is used, so that you recognise it later."
        placeholder="Web shop"
        required
        maxLength={100}
        data-autofocus
        data-path="label"
        {...form.getInputProps('label')}
      />
      <Select
        label="Site"
        data={sites.map(({ id, name }) => ({ value: id, label: name }))}
        allowDeselect={false}
        searchable
        data-path="propertyId"
        {...form.getInputProps('propertyId')}
      />
    </FormFrame>
  );
}
