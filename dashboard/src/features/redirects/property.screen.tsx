import { Button, Group, Stack } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { useAction, useData } from '../../ui/use-data.ts';
import { useGuardedForm } from '../../ui/use-guarded-form.ts';
import { Domains } from './domains.tsx';
import { type Property, PropertyFields, type PropertyValues } from './property-form.tsx';

export default function PropertyScreen() {
  const { id = '' } = useParams({ strict: false });
  const property = useData('getProperty', { path: { id } });
  const mayEdit = useHasRole('editor');
  return (
    <Page
      title={property.data?.name ?? 'Site'}
      back={{ to: '/properties', label: 'Sites' }}
      actions={mayEdit && property.data && <Remove property={property.data} />}
    >
      <Loaded query={property}>
        {(data) => (
          <Stack gap="lg">
            <EditProperty key={data.version} property={data} mayEdit={mayEdit} />
            {data.domains.length > 0 && <Domains id={id} mayEdit={mayEdit} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

const valuesOf = ({ name, domains, locales, isDefault }: Property): PropertyValues => ({
  name,
  domains,
  locales,
  isDefault,
});

function EditProperty({ property, mayEdit }: { property: Property; mayEdit: boolean }) {
  const path = { id: property.id };
  const { form, submit, sending, failure, conflict } = useGuardedForm({
    seen: property,
    valuesOf,
    send: (values, ifMatch) => api.updateProperty({ path, ifMatch, body: values }),
    reload: async () => (await api.getProperty({ path })).data,
    invalidates: ['getProperty', 'listProperties', 'listPropertyDomains'],
    successMessage: 'The site is saved',
  });
  return (
    <Panel title="Settings">
      <form onSubmit={submit} noValidate>
        <Stack>
          <PropertyFields form={form} readOnly={!mayEdit} />
          {conflict && <ConflictNotice {...conflict} theirs={<InShort property={conflict.theirs} />} />}
          <ErrorNotice error={failure} />
          {mayEdit && (
            <Group justify="flex-end">
              <Button type="submit" loading={sending} disabled={conflict !== null || !form.isDirty()}>
                Save site
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Panel>
  );
}

const InShort = ({ property }: { property: Property }) => (
  <Facts
    facts={[
      ['Name', property.name],
      ['Domains', property.domains.join(', ') || '–'],
      ['Languages', property.locales.join(', ') || '–'],
    ]}
  />
);

function Remove({ property }: { property: Property }) {
  const navigate = useNavigate();
  const remove = useAction(() => api.deleteProperty({ path: { id: property.id } }), {
    invalidates: ['listProperties'],
    successMessage: 'The site is removed',
    showsFailure: true,
    done: () => void navigate({ to: '/properties' }),
  });
  const ask = () =>
    confirm({
      title: `Remove ${property.name}?`,
      children: 'Its domains are no longer served here.',
      action: 'Remove site',
      danger: true,
      run: () => remove.mutateAsync(undefined),
    });
  return (
    <Button variant="default" onClick={ask}>
      Remove
    </Button>
  );
}
