import { Button, Code, Group, Stack, TextInput } from '@mantine/core';
import { api } from '../../api.ts';
import { update } from '../../session/session.ts';
import { useHasRole, useSession } from '../../session/use-session.ts';
import { CopyIcon } from '../../ui/copy.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { AskedFactor } from './asked-factor.tsx';

export default function Tenant() {
  const { tenant } = useSession();
  const mayRename = useHasRole('admin');
  return (
    <Page title="Tenant" description="This business, as Colonnade knows it.">
      <Stack maw={640}>
        {mayRename && <Renaming name={tenant.name} />}
        {mayRename && <AskedFactor />}
        <Panel
          title="Identity"
          description="Fixed. Programs see the id in webhook deliveries; people sign in with the slug."
        >
          <Facts
            facts={[
              ['Slug', <Code key="slug">{tenant.slug}</Code>],
              [
                'Id',
                <Group key="id" gap={4} component="span">
                  <Code>{tenant.id}</Code>
                  <CopyIcon value={tenant.id} label="Copy the id" />
                </Group>,
              ],
            ]}
          />
        </Panel>
      </Stack>
    </Page>
  );
}

function Renaming({ name }: { name: string }) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { name },
    send: (body) => api.updateTenant({ body }),
    successMessage: 'The name is changed',
    invalidates: ['listAuthTenants'],
    done: ({ data }) => update({ tenant: data }),
  });
  return (
    <Panel title="Name" description="Shown to everyone who works here.">
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput label="Name" required maxLength={200} flex={1} {...form.getInputProps('name')} />
          <Button type="submit" loading={sending} disabled={form.values.name === name}>
            Rename
          </Button>
        </Group>
        <ErrorNotice error={failure} />
      </form>
    </Panel>
  );
}
