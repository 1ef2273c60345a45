import { Button, Stack } from '@mantine/core';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useData, useList } from '../../ui/use-data.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import { EntryFields } from './entry-fields.tsx';
import { type ContentType, fieldsOf, type Locales } from './fields.ts';
import { Problems } from './problems.tsx';
import type { EntryValues } from './use-entry-form.ts';
import { defaultsOf, emptied, isSame } from './values.ts';

const back = { to: '/content', label: 'Content' };

export default function NewEntryScreen() {
  const { type: name = '' } = useParams({ strict: false }) as { type?: string };
  const type = useData('getContentType', { path: { name } });
  const locales = useData('getContentLocales');
  const isSingleton = type.data?.singleton ?? false;
  const existing = useList('listEntries', { query: { type: name, limit: 1 } }, { enabled: isSingleton });
  const [one] = isSingleton ? existing.rows : [];
  if (one) return <Navigate to={`/content/${one.id}`} replace />;
  const isKnown = !isSingleton || !existing.isPending;
  if (type.data && locales.data && isKnown) return <NewEntry type={type.data} locales={locales.data} />;
  return (
    <Page title="New entry" back={back}>
      <Loaded query={type}>{() => <Loaded query={locales}>{() => null}</Loaded>}</Loaded>
    </Page>
  );
}

function NewEntry({ type, locales }: { type: ContentType; locales: Locales }) {
  const navigate = useNavigate();
  const [locale, setLocale] = useState(locales.default);
  const defaults = defaultsOf(fieldsOf(type), locales.default);
  const { form, submit, sending, failure, drop } = useApiForm({
    initialValues: { fields: defaults, propertyId: null } as EntryValues,
    // Null tells the server that a default was taken away.
    send: ({ fields, propertyId }) =>
      api.createEntry({
        body: { type: type.name, propertyId, fields: { ...fields, ...emptied(defaults, fields) } },
      }),
    isGuarded: false,
    kept: { name: 'new entry' },
    invalidates: ['listEntries'],
    successMessage: 'The draft is saved',
    done: ({ data }) => void navigate({ to: `/content/${data.id}`, replace: true, ignoreBlocker: true }),
  });
  useUnsavedGuard(() => !isSame(form.values.fields, defaults), drop);
  return (
    <Page
      title={`New ${type.title.toLowerCase()}`}
      back={back}
      keepsActions
      description="A draft may be incomplete; readers see nothing of it until it is published."
      actions={
        <Button type="submit" form="entry" loading={sending}>
          Save draft
        </Button>
      }
    >
      <form id="entry" onSubmit={submit} noValidate>
        <Stack>
          <Problems error={failure} type={type} />
          <EntryFields
            form={form}
            type={type}
            locales={locales}
            locale={locale}
            setLocale={setLocale}
            readOnly={false}
          />
        </Stack>
      </form>
    </Page>
  );
}
