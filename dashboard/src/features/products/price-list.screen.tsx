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
import { PriceEntries } from './price-entries.tsx';
import { type PriceList, PriceListState } from './price-list.tsx';
import { bodyOf, PriceListFields, valuesOf } from './price-list-form.tsx';

export default function PriceListScreen() {
  const { id = '' } = useParams({ strict: false });
  const list = useData('getPriceList', { path: { id } });
  const mayEdit = useHasRole('editor');
  return (
    <Page
      title={list.data?.name ?? 'Price list'}
      back={{ to: '/products/price-lists', label: 'Price lists' }}
      description={list.data && <PriceListState list={list.data} />}
      actions={mayEdit && list.data && <Remove list={list.data} />}
    >
      <Loaded query={list}>
        {(data) => (
          <Stack gap="lg">
            <PriceEntries list={data} mayEdit={mayEdit} />
            <Edit key={data.version} list={data} mayEdit={mayEdit} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Edit({ list, mayEdit }: { list: PriceList; mayEdit: boolean }) {
  const path = { id: list.id };
  const { form, submit, sending, failure, conflict } = useGuardedForm({
    seen: list,
    valuesOf,
    send: (values, ifMatch) => api.updatePriceList({ path, ifMatch, body: bodyOf(values) }),
    reload: async () => (await api.getPriceList({ path })).data,
    invalidates: ['getPriceList', 'listPriceLists'],
    successMessage: 'The price list is saved',
  });
  return (
    <Panel title="When it counts">
      <form onSubmit={submit} noValidate>
        <Stack>
          <PriceListFields form={form} readOnly={!mayEdit} />
          {conflict && (
            <ConflictNotice
              {...conflict}
              theirs={
                <Facts
                  facts={[
                    ['Name', conflict.theirs.name],
                    ['Priority', conflict.theirs.priority],
                    ['Tags', conflict.theirs.customerTags.join(', ') || '–'],
                  ]}
                />
              }
            />
          )}
          <ErrorNotice error={failure} />
          {mayEdit && (
            <Group justify="flex-end">
              <Button type="submit" loading={sending} disabled={conflict !== null || !form.isDirty()}>
                Save price list
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Panel>
  );
}

function Remove({ list: { id, name } }: { list: PriceList }) {
  const navigate = useNavigate();
  const remove = useAction(() => api.deletePriceList({ path: { id } }), {
    invalidates: ['listPriceLists'],
    successMessage: 'The price list is deleted',
    showsFailure: true,
    done: () => void navigate({ to: '/products/price-lists' }),
  });
  const ask = () =>
    confirm({
      title: `Delete ${name}?`,
      children: 'Its prices no longer count, at once. Orders that were placed with them stay.',
      action: 'Delete price list',
      danger: true,
      run: () => remove.mutateAsync(undefined),
    });
  return (
    <Button variant="default" onClick={ask}>
      Delete
    </Button>
  );
}
