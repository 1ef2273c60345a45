import { Anchor, Select, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { openDialog } from '../../../ui/dialog.tsx';
import { FormFrame } from '../../../ui/form-frame.tsx';
import { counted } from '../../../ui/formats.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { useAction, useData } from '../../../ui/use-data.ts';
import { type Entry, localeName } from '../fields.ts';
import { ACTIONS, CHANGED } from './release-status.tsx';

type Some = Pick<Entry, 'id' | 'version'>[];
type Options = { language?: string | undefined; done?: () => void };

/** `language`: the one on the screen, if the entry has several. */
export const openAddToRelease = (entries: Some, options: Options = {}) =>
  openDialog(
    entries.length === 1
      ? 'Add to a release'
      : `Add ${counted(entries.length, 'entry', 'entries')} to a release`,
    (close) => <AddToRelease {...{ entries, close }} {...options} />,
  );

const NEW = 'new';
const ALL = 'all';

function AddToRelease({ entries, close, language, done }: Options & { entries: Some; close: () => void }) {
  const releases = useData('listReleases', { query: { status: 'open', limit: 100 } });
  const [chosen, choose] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [action, setAction] = useState<string>('publish');
  const [locale, setLocale] = useState<string>(ALL);
  const release = chosen ?? releases.data?.[0]?.id ?? NEW;
  const add = useAction(
    async () => {
      const id = release === NEW ? (await api.createRelease({ body: { name } })).data.id : release;
      // A repetition after a refusal adds to the release that was made.
      choose(id);
      const wish = {
        action: action as 'publish' | 'unpublish',
        ...(locale !== ALL && { locales: [locale] }),
      };
      const body = { entries: entries.map((entry) => ({ ...wish, id: entry.id, version: entry.version })) };
      return api.addReleaseEntries({ path: { id }, body });
    },
    {
      invalidates: CHANGED,
      successMessage: ({ data }) =>
        entries.length === 1
          ? `Added to “${data.name}”`
          : `${counted(entries.length, 'entry', 'entries')} added to “${data.name}”`,
      showsFailure: true,
      done: () => {
        close();
        done?.();
      },
    },
  );
  return (
    <Loaded query={releases}>
      {(open) => (
        <FormFrame
          submit={(event) => {
            event?.preventDefault();
            add.mutate(undefined);
          }}
          sending={add.isPending}
          failure={add.error}
          close={close}
          action="Add to release"
        >
          <Select
            label="Release"
            allowDeselect={false}
            data={[
              ...open.map(({ id, name: label }) => ({ value: id, label })),
              { value: NEW, label: 'A new one' },
            ]}
            value={release}
            onChange={choose}
          />
          {release === NEW && (
            <TextInput
              label="Its name"
              required
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          <Select
            label="Action"
            allowDeselect={false}
            data={ACTIONS}
            value={action}
            onChange={(value) => setAction(value ?? 'publish')}
          />
          {language !== undefined && (
            <Select
              label="For"
              allowDeselect={false}
              data={[
                { value: ALL, label: 'All languages' },
                { value: language, label: localeName(language) },
              ]}
              value={locale}
              onChange={(value) => setLocale(value ?? ALL)}
            />
          )}
          <Stack gap={4}>
            <Text size="sm" c="dimmed">
              The saved draft as it is now goes live. If it is saved again, the release waits for a review.
            </Text>
            <Anchor component={Link} to="/content/releases" size="sm" onClick={close}>
              All releases
            </Anchor>
          </Stack>
        </FormFrame>
      )}
    </Loaded>
  );
}
