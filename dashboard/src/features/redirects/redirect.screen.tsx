import { Button, Group, Stack } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { useAction, useData } from '../../ui/use-data.ts';
import { useGuardedForm } from '../../ui/use-guarded-form.ts';
import { When } from '../../ui/when.tsx';
import { bodyOf, RedirectFields, valuesOf } from './redirect-fields.tsx';
import { type Redirect, RedirectState } from './redirect-state.tsx';

const back = { to: '/redirects', label: 'Redirects' };

export default function RedirectScreen() {
  const { id = '' } = useParams({ strict: false });
  const redirect = useData('getRedirect', { path: { id } });
  const mayEdit = useHasRole('editor');
  return (
    <Page
      title={redirect.data?.from ?? 'Redirect'}
      back={back}
      description={redirect.data && <RedirectState redirect={redirect.data} />}
      actions={mayEdit && redirect.data && <Remove redirect={redirect.data} />}
    >
      <Loaded query={redirect}>
        {(data) => (
          <Stack gap="lg">
            <EditRedirect key={data.version} redirect={data} mayEdit={mayEdit} />
            <Panel title="Use">
              <Facts
                facts={[
                  ['Hits', formatNumber(data.hits)],
                  ['Last hit', <When key="hit" at={data.lastHitAt} fallback="Never" />],
                  ['Added', <When key="added" at={data.createdAt} />],
                  ...(data.chain.length > 0
                    ? [['Leads on', data.chain.join(' → ')] as [string, string]]
                    : []),
                ]}
              />
            </Panel>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function EditRedirect({ redirect, mayEdit }: { redirect: Redirect; mayEdit: boolean }) {
  const path = { id: redirect.id };
  const { form, submit, sending, failure, conflict } = useGuardedForm({
    seen: redirect,
    valuesOf,
    send: (values, ifMatch) => api.updateRedirect({ path, ifMatch, body: bodyOf(values) }),
    reload: async () => (await api.getRedirect({ path })).data,
    invalidates: ['getRedirect', 'listRedirects'],
    successMessage: 'The redirect is saved',
  });
  return (
    <Panel title="Rule">
      <form onSubmit={submit} noValidate>
        <Stack>
          <RedirectFields form={form} readOnly={!mayEdit} />
          {conflict && <ConflictNotice {...conflict} theirs={<InShort redirect={conflict.theirs} />} />}
          <ErrorNotice error={failure} />
          {mayEdit && (
            <Group justify="flex-end">
              <Button type="submit" loading={sending} disabled={conflict !== null || !form.isDirty()}>
                Save redirect
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Panel>
  );
}

const InShort = ({ redirect }: { redirect: Redirect }) => (
  <Facts
    facts={[
      ['From', redirect.from],
      ['To', redirect.to || 'Nowhere: the page is gone'],
      ['Code', redirect.statusCode],
      ['Notes', redirect.notes ?? '–'],
    ]}
  />
);

function Remove({ redirect }: { redirect: Redirect }) {
  const navigate = useNavigate();
  const remove = useAction(() => api.deleteRedirect({ path: { id: redirect.id } }), {
    invalidates: ['listRedirects'],
    successMessage: 'The redirect is removed',
    showsFailure: true,
    done: () => void navigate({ to: '/redirects' }),
  });
  const ask = () =>
    confirm({
      title: 'Remove this redirect?',
      children: redirect.to
        ? `Visitors of ${redirect.from} are no longer taken to ${redirect.to}, from now on.`
        : `Visitors of ${redirect.from} are no longer told that it is gone, from now on.`,
      action: 'Remove redirect',
      danger: true,
      run: () => remove.mutateAsync(undefined),
    });
  return (
    <Button variant="default" onClick={ask}>
      Remove
    </Button>
  );
}
