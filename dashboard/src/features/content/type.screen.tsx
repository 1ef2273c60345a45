import { Alert, Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api, type Data } from '../../api.ts';
import { useHasEveryType } from '../../session/type-rights.ts';
import { useHasRole } from '../../session/use-session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useAction, useData, useList } from '../../ui/use-data.ts';
import { AddressesInput } from './addresses-input.tsx';
import { type ContentType, type Field, fieldsOf } from './fields.ts';
import { FieldsEditor } from './fields-editor.tsx';
import { TypeOrder } from './order/type-order.tsx';
import { PreventedReleases, ReleasesPrevented } from './prevented-releases.tsx';
import { CHANGED } from './releases/release-status.tsx';
import { breakageOf, TypeBreakage } from './type-breakage.tsx';
import { definitionOf, draftOf, joined, type Migration, renamesOf } from './type-draft.ts';
import { useTypeChange } from './use-type-change.ts';

const back = { to: '/content/types', label: 'Types and locales' };

export default function TypeScreen() {
  const { name = '' } = useParams({ strict: false }) as { name?: string };
  const first = useData('getContentType', { path: { name } });
  // Polls until the change in the background has ended.
  const refetchInterval = first.data?.changeId ? 1_500 : false;
  const type = useData('getContentType', { path: { name } }, { refetchInterval });
  if (type.data === undefined) {
    return (
      <Page title="Content type" back={back}>
        <Loaded query={type}>{() => null}</Loaded>
      </Page>
    );
  }
  return <TypePage key={`${name} ${type.data.version}`} type={type.data} />;
}

function TypePage({ type }: { type: ContentType }) {
  const mayEdit = useHasEveryType();
  const mayReview = useHasRole('admin');
  const before = fieldsOf(type);
  const isReleaseScheduled = useList('listReleases', { query: { status: 'scheduled' } }).rows.length > 0;
  const isAccepted = useRef(false);
  const [migration, setMigration] = useState<Migration>({});
  const { form, submit, sending, failure } = useApiForm({
    initialValues: {
      title: type.title,
      singleton: type.singleton,
      review: type.review,
      order: type.order,
      addresses: type.addresses,
      fields: before.map(draftOf),
    },
    kept: { name: 'type', base: type.version },
    send: async ({ title, singleton, review, order, addresses, fields }) => {
      const migrate = joined(renamesOf(before, fields), migration);
      const isMoving = Object.keys(migrate).length > 0;
      const body = {
        title,
        singleton,
        ...(review !== type.review && { review }),
        order,
        addresses,
        fields: fields.map(definitionOf) as WireField[],
        ...(isMoving && { migrate }),
      };
      const change = { path: { name: type.name }, body };
      if (isReleaseScheduled && !isAccepted.current) {
        const { data } = await api.replaceContentType({ ...change, query: { dryRun: true } });
        if (data.prevents.length > 0) throw new ReleasesPrevented(data.prevents);
      }
      isAccepted.current = false;
      return api.replaceContentType(change);
    },
    invalidates: ['getContentType', 'listContentTypes', 'getEntry', 'listEntries', ...CHANGED],
    done: ({ data }) => toast.done(data.changeId ? 'The change is under way' : 'The type is saved'),
  });
  const change = useTypeChange(type);
  const breakage = breakageOf(failure) ?? change.refused;
  const { title, fields } = form.values;
  return (
    <Page
      title={type.title}
      back={back}
      description={describe(type)}
      actions={mayEdit && <TypeActions type={type} sending={sending} />}
    >
      {change.running && <Changing {...change.running} />}
      {change.failed && (
        <Alert color="red" title="The change could not be finished" role="alert">
          {change.failed}
        </Alert>
      )}
      {breakage ? (
        <TypeBreakage
          type={type}
          draft={fields}
          breakage={breakage}
          migration={migration}
          change={setMigration}
          apply={() => submit()}
          sending={sending}
        />
      ) : failure instanceof ReleasesPrevented ? (
        <PreventedReleases
          prevents={failure.prevents}
          sending={sending}
          apply={() => {
            isAccepted.current = true;
            submit();
          }}
        />
      ) : (
        <ErrorNotice error={failure} />
      )}
      <form id="type" onSubmit={submit} noValidate>
        <Stack>
          <Panel title="Name">
            <TextInput
              label="Title"
              description={
                type.block
                  ? 'What it is: Hero, Quote, Gallery'
                  : 'What one of them is: Article, Recipe, Person'
              }
              maxLength={200}
              readOnly={!mayEdit}
              data-path="title"
              {...form.getInputProps('title')}
              value={title}
            />
            {!type.block && (
              <Checkbox
                mt="md"
                label="Has one entry only, such as the settings of a site"
                disabled={!mayEdit}
                checked={form.values.singleton}
                onChange={(event) => form.setFieldValue('singleton', event.currentTarget.checked)}
              />
            )}
            {!type.block && (
              <Checkbox
                mt="md"
                label="Publishing needs a review: another person approves each version"
                description={mayReview ? undefined : 'An admin turns it on and off.'}
                disabled={!mayReview}
                checked={form.values.review}
                onChange={(event) => form.setFieldValue('review', event.currentTarget.checked)}
              />
            )}
            {!type.block && !form.values.singleton && (
              <TypeOrder
                type={type}
                value={form.values.order}
                onChange={(order) => form.setFieldValue('order', order)}
                error={form.errors.order}
                readOnly={!mayEdit}
              />
            )}
          </Panel>
          {!type.block && (
            <Panel
              title="Addresses"
              description="Where your site shows its entries, as a path with {slug} and {locale}. With it, entries know their links, and a changed slug leaves a redirect."
            >
              <AddressesInput
                value={form.values.addresses}
                onChange={(next) => {
                  form.setFieldValue('addresses', next);
                  form.clearErrors();
                }}
                errors={form.errors}
                readOnly={!mayEdit}
              />
            </Panel>
          )}
          <Panel title="Fields" description="In the order in which editors see them.">
            <FieldsEditor
              fields={fields}
              onChange={(next) => {
                form.setFieldValue('fields', next);
                form.clearErrors();
              }}
              errors={form.errors}
              path="fields"
              // A block is inside of other types, so its fields are not unique.
              depth={type.block ? 1 : 0}
              readOnly={!mayEdit}
            />
          </Panel>
        </Stack>
      </form>
    </Page>
  );
}

const describe = ({ name, block }: ContentType) =>
  block
    ? `Programs call it ${name}. It is a block: fields of other types name it, and a change is checked against all of their entries.`
    : `Programs call it ${name}.`;

/** Groups and lists contain the same fields, but the SDK's types do not declare it. */
type WireField = Omit<Field, 'of' | 'fields'>;

function TypeActions({ type, sending }: { type: ContentType; sending: boolean }) {
  const navigate = useNavigate();
  const remove = useAction(() => api.deleteContentType({ path: { name: type.name } }), {
    invalidates: ['listContentTypes'],
    successMessage: 'The type is deleted',
    showsFailure: true,
    done: () => void navigate({ to: '/content/types' }),
  });
  const ask = () =>
    confirm({
      title: `Delete the type ${type.title}?`,
      children: 'Only a type without entries can be deleted, those in the bin included.',
      action: 'Delete type',
      danger: true,
      run: () => remove.mutateAsync(undefined),
    });
  return (
    <>
      <Button variant="default" onClick={ask}>
        Delete
      </Button>
      <Button type="submit" form="type" loading={sending} disabled={type.changeId !== null}>
        Save type
      </Button>
    </>
  );
}

/** A change of many entries takes a while; the fields shown here are in force. */
function Changing({ phase, total, checked, migrated }: Data<'getContentTypeChange'>) {
  const done = phase === 'check' ? checked : migrated;
  return (
    <Alert title="This type is being changed" role="status">
      {done} of {Math.max(done, total ?? 0)} entries {phase === 'check' ? 'checked' : 'rewritten'}. Entries
      can be read and saved meanwhile.
    </Alert>
  );
}
