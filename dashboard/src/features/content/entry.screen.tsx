import { Grid, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useRights } from '../../session/type-rights.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useData } from '../../ui/use-data.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import { Comments } from './comments/comments.tsx';
import { Discussion } from './comments/discussion.tsx';
import { EntryActions } from './entry-actions.tsx';
import { EntryConflict } from './entry-conflict.tsx';
import { EntryFields } from './entry-fields.tsx';
import { EntryStatus } from './entry-status.tsx';
import { type ContentType, type Entry, hasLanguages, type Locales, titleOf } from './fields.ts';
import { Problems } from './problems.tsx';
import { Publishing } from './publishing.tsx';
import { References } from './references.tsx';
import { ReviewPanel, useApproval, useReview } from './review.tsx';
import { Revisions } from './revisions.tsx';
import { useEntryForm } from './use-entry-form.ts';

const back = { to: '/content', label: 'Content' };

export default function EntryScreen() {
  const { id = '' } = useParams({ strict: false });
  const entry = useData('getEntry', { path: { id } }, { refetchInterval: 10_000 });
  const name = entry.data?.type ?? '';
  const type = useData('getContentType', { path: { name } }, { enabled: name !== '' });
  const locales = useData('getContentLocales');
  if (entry.data && type.data && locales.data) {
    return <EntryPage key={id} entry={entry.data} type={type.data} locales={locales.data} />;
  }
  const waiting = [entry, type, locales].find(({ error }) => error) ?? entry;
  return (
    <Page title="Entry" back={back}>
      <Loaded query={{ ...waiting, data: undefined } as typeof entry}>{() => null}</Loaded>
    </Page>
  );
}

function EntryPage({ entry, type, locales }: { entry: Entry; type: ContentType; locales: Locales }) {
  const has = useRights();
  const isDue = entry.schedule.publishAt !== null;
  // A draft that has a time goes live as it is by then.
  const mayEdit = has(type.name, isDue ? 'publish' : 'write');
  const mayPublish = has(type.name, 'publish');
  const [locale, setLocale] = useState(locales.default);
  const [refusal, refuse] = useState<unknown>(null);
  const review = useReview(entry, type);
  useApproval(entry, review, refusal, () => refuse(null));
  const editing = useEntryForm(entry, type, mayEdit);
  const { form, submit, conflict, failure } = editing;
  useUnsavedGuard(() => editing.isDirty && entry.status !== 'deleted', editing.drop);
  const language = hasLanguages(type, locales) ? locale : undefined;
  const readOnly = !mayEdit || entry.status === 'deleted';
  return (
    <Page
      title={titleOf(type, { fields: form.values.fields, slug: entry.slug }, locales.default)}
      back={back}
      keepsActions
      description={<EntryStatus entry={entry} review={review} />}
      actions={
        mayEdit && (
          <EntryActions {...{ entry, type, review, editing, refuse, mayPublish }} language={language} />
        )
      }
    >
      {conflict && <EntryConflict type={type} {...conflict} />}
      <Problems error={failure ?? refusal} type={type} />
      <Discussion {...{ entry, type, language, setLocale }}>
        <Grid gap="lg" data-columns>
          <Grid.Col span={{ base: 12, md: 8 }}>
            <form id="entry" onSubmit={submit} noValidate>
              <EntryFields
                form={form}
                type={type}
                locales={locales}
                locale={locale}
                setLocale={setLocale}
                readOnly={readOnly}
              />
            </form>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Stack gap="lg">
              <Publishing entry={entry} mayEdit={!readOnly && mayPublish} type={type} language={language} />
              {type.review && (
                <ReviewPanel
                  {...{ entry, review, mayPublish }}
                  mayEdit={!readOnly}
                  isDirty={editing.isDirty}
                />
              )}
              <Comments entry={entry} type={type} language={language} />
              <Revisions entry={entry} type={type} mayRestore={!readOnly && !editing.isDirty} />
              <References id={entry.id} />
            </Stack>
          </Grid.Col>
        </Grid>
      </Discussion>
    </Page>
  );
}
