import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { api } from '../../api.ts';
import { update } from '../../session/session.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FormatSample, FormatSelect, localeLabel } from '../../ui/format-select.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';

/** The name that colleagues see, and the formats that the person sees. */
export function Profile() {
  const { actor, tenant } = useSession();
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { name: actor.name, locale: actor.locale },
    send: (body) => api.updateMe({ body }),
    invalidates: ['listStaff'],
    successMessage: 'Your profile is saved',
    done: ({ data }) => update({ actor: data.actor }),
  });
  const { locale } = form.values;
  const inherited =
    tenant.locale === null ? 'Those of this browser' : `Those of the tenant: ${localeLabel(tenant.locale)}`;
  return (
    <Panel title="Profile" description={`As you appear at ${tenant.name}, and how it appears to you.`}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Your name"
            description="Colleagues see it, and the audit log records it."
            required
            maxLength={100}
            autoComplete="name"
            data-path="name"
            {...form.getInputProps('name')}
          />
          <FormatSelect
            label="Formats of dates and numbers"
            none={inherited}
            data-path="locale"
            {...form.getInputProps('locale')}
          />
          <Text size="sm" c="dimmed">
            <FormatSample
              locale={locale ?? tenant.locale}
              timeZone={tenant.timeZone}
              currency={tenant.currency}
            />{' '}
            Times are in the time zone of the tenant, {tenant.timeZone}.
          </Text>
          <ErrorNotice error={failure} />
          <Group justify="flex-end">
            <Button type="submit" loading={sending} disabled={!form.isDirty()}>
              Save profile
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
