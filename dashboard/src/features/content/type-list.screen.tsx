import { Badge, Button, Checkbox, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconForms, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { useHasEveryType } from '../../session/type-rights.ts';
import type { Column } from '../../ui/data-list.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ShortList } from '../../ui/list/short-list.tsx';
import { Page } from '../../ui/page.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { When } from '../../ui/when.tsx';
import { ContentTabs } from './content-tabs.tsx';
import { type ContentType, fieldsOf, labelOf } from './fields.ts';
import { LocalesPanel } from './locales.tsx';

export default function TypeList() {
  const mayEdit = useHasEveryType();
  const navigate = useNavigate();
  const make = () =>
    openDialog('New content type', (close) => (
      <NewType
        done={(name) => {
          close();
          void navigate({ to: `/content/types/${name}` });
        }}
      />
    ));
  return (
    <Page
      title="Types and locales"
      actions={
        mayEdit && (
          <Button leftSection={<IconPlus size={16} />} onClick={make}>
            New type
          </Button>
        )
      }
    >
      <ContentTabs current="/content/types" />
      <ShortList
        name="listContentTypes"
        label="Content types"
        nouns={['type', 'types']}
        file="content-types.csv"
        rowKey={(type) => type.name}
        to={(type) => `/content/types/${type.name}`}
        columns={COLUMNS}
        empty={
          <EmptyState icon={IconForms} title="No types yet">
            A type is the form of an entry: which fields it has, and what may be in them. Start with what you
            write most, such as an article.
          </EmptyState>
        }
      />
      <LocalesPanel mayEdit={mayEdit} />
    </Page>
  );
}

const fieldsInWords = (type: ContentType) => fieldsOf(type).map(labelOf).join(', ') || 'No fields yet';

const COLUMNS: Column<ContentType>[] = [
  {
    header: 'Type',
    text: ({ title }) => title,
    render: (type) => (
      <>
        <Group gap="xs">
          {type.title}
          {(type.block || type.singleton) && (
            <Badge variant="default" size="sm">
              {type.block ? 'Block' : 'One entry'}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" fw={400} lineClamp={2} hiddenFrom="sm">
          {fieldsInWords(type)}
        </Text>
      </>
    ),
  },
  { header: 'Name', from: 'xs', text: ({ name }) => name, render: ({ name }) => <Code>{name}</Code> },
  {
    header: 'Fields',
    from: 'sm',
    text: (type) => fieldsOf(type).map(labelOf).join(', '),
    render: (type) => (
      <Text size="sm" c="dimmed" lineClamp={1}>
        {fieldsInWords(type)}
      </Text>
    ),
  },
  {
    header: 'Changed',
    from: 'md',
    text: ({ updatedAt }) => updatedAt,
    render: ({ updatedAt }) => <When at={updatedAt} />,
  },
];

const nameFrom = (title: string) =>
  (
    title
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  )
    .join('-')
    .slice(0, 63);

/** The fields that a new type starts with. */
const FIRST_FIELDS = [
  { name: 'title', kind: 'text', label: 'Title', required: true, maxLength: 200 },
  { name: 'slug', kind: 'slug', label: 'Slug', from: 'title' },
] as const;

function NewType({ done }: { done: (name: string) => void }) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { title: '', block: false },
    send: ({ title, block }) =>
      api.replaceContentType({
        path: { name: nameFrom(title) },
        body: { title, block, fields: block ? [] : [...FIRST_FIELDS] },
      }),
    invalidates: ['listContentTypes'],
    done: ({ data }) => done(data.name),
  });
  const name = nameFrom(form.values.title);
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Title"
          description="What one of them is: Article, Recipe, Person"
          required
          maxLength={200}
          data-autofocus
          data-path="title"
          {...form.getInputProps('title')}
        />
        {name !== '' && (
          <Text size="sm" c="dimmed">
            Programs will call it <Code>{name}</Code>.
            {!form.values.block && ' It begins with a title and a slug.'}
          </Text>
        )}
        <Checkbox
          label="It is a block"
          description="A part of pages, such as a hero or a quote, that fields of other types name"
          {...form.getInputProps('block', { type: 'checkbox' })}
        />
        <ErrorNotice error={failure} />
        <Button type="submit" loading={sending} disabled={!/^[a-z]/.test(name)}>
          Make type
        </Button>
      </Stack>
    </form>
  );
}
