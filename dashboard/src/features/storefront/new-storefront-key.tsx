import {
  Button,
  Group,
  MultiSelect,
  type MultiSelectProps,
  NumberInput,
  type NumberInputProps,
  Select,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, type Item } from '../../api.ts';
import { useSession } from '../../session/use-session.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useList } from '../../ui/use-data.ts';

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
    initialValues: {
      label: '',
      propertyId: (sites.find(({ isDefault }) => isDefault) ?? sites[0]!).id,
      contentTypes: [] as string[],
      cacheSeconds: 0,
    },
    send: (body) => api.createStorefrontKey({ body }),
    invalidates: ['listStorefrontKeys'],
    successMessage: 'The key is created',
    done: close,
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Create key" noValidate>
      <LabelInput {...form.getInputProps('label')} />
      <Select
        label="Site"
        data={sites.map(({ id, name }) => ({ value: id, label: name }))}
        allowDeselect={false}
        searchable
        data-path="propertyId"
        {...form.getInputProps('propertyId')}
      />
      <ContentInput
        {...form.getInputProps('contentTypes')}
        caching={<CacheInput {...form.getInputProps('cacheSeconds')} />}
      />
    </FormFrame>
  );
}

type Key = Item<'listStorefrontKeys'>;

export const openStorefrontKey = (key: Key) =>
  openDialog(`Change “${key.label}”`, (close) => <ChangeStorefrontKey of={key} close={close} />);

function ChangeStorefrontKey({ of: key, close }: { of: Key; close: () => void }) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: {
      label: key.label,
      contentTypes: key.contentTypes,
      cacheSeconds: key.cacheSeconds,
    },
    send: (body) => api.updateStorefrontKey({ path: { id: key.id }, body, ifMatch: key.version }),
    invalidates: ['listStorefrontKeys'],
    successMessage: 'The key is changed',
    done: close,
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Save" noValidate>
      <LabelInput {...form.getInputProps('label')} />
      <ContentInput
        {...form.getInputProps('contentTypes')}
        caching={<CacheInput {...form.getInputProps('cacheSeconds')} />}
      />
    </FormFrame>
  );
}

const LabelInput = (props: TextInputProps) => (
  <TextInput
    label="Label"
    description="Where it is used, so that you recognise it later."
    placeholder="Web shop"
    required
    maxLength={100}
    data-autofocus
    data-path="label"
    {...props}
  />
);

const CacheInput = (props: NumberInputProps) => (
  <NumberInput
    label="Seconds in a CDN"
    description="A CDN may keep content for so long, if the key is in the address. 0: not at all."
    min={0}
    max={31_536_000}
    allowDecimal={false}
    thousandSeparator=","
    data-path="cacheSeconds"
    {...props}
  />
);

/** Nothing where the tenant has no types, or no content at all. */
function ContentInput({ caching, ...props }: MultiSelectProps & { caching: ReactNode }) {
  const { tenant } = useSession();
  const hasContent = tenant.modules.includes('content');
  const { rows } = useList('listContentTypes', { query: { limit: 100 } }, { enabled: hasContent });
  const types = rows.filter(({ block }) => !block);
  if (types.length === 0) return null;
  return (
    <>
      <MultiSelect
        label="Content"
        description="Anyone with the key reads the published entries of these types, with all their fields."
        placeholder="None"
        data={types.map(({ name, title }) => ({ value: name, label: title }))}
        searchable
        data-path="contentTypes"
        {...props}
      />
      {caching}
    </>
  );
}
