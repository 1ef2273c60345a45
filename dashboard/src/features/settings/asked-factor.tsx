import { Button, Checkbox, Stack } from '@mantine/core';
import { api, type Data } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useData } from '../../ui/use-data.ts';

type Roles = Data<'getTenantSecondFactor'>['roles'];

const ROLES: [Roles[number], string][] = [
  ['owner', 'Owners'],
  ['admin', 'Admins'],
  ['editor', 'Editors'],
  ['viewer', 'Viewers'],
];

/** Chooses the roles that need a second factor. */
export function AskedFactor() {
  const asked = useData('getTenantSecondFactor');
  return (
    <Panel
      title="Second factor"
      description="From the next request on, a member of these roles without a second factor can only set one up."
    >
      <Loaded query={asked}>{({ roles }) => <RolesForm roles={roles} />}</Loaded>
    </Panel>
  );
}

function RolesForm({ roles }: { roles: Roles }) {
  const isOwner = useHasRole('owner');
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { roles },
    send: (body) => api.updateTenantSecondFactor({ body }),
    successMessage: 'Saved',
    invalidates: ['getTenantSecondFactor'],
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Checkbox.Group label="Required of" {...form.getInputProps('roles')}>
          <Stack gap="xs" mt="xs">
            {ROLES.map(([role, label]) => (
              <Checkbox
                key={role}
                value={role}
                label={label}
                disabled={role === 'owner' && !isOwner}
                description={role === 'owner' && !isOwner ? 'Only an owner can change this.' : undefined}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <ErrorNotice error={failure} />
        <div>
          <Button type="submit" loading={sending}>
            Save roles
          </Button>
        </div>
      </Stack>
    </form>
  );
}
