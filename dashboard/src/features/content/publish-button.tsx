import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { useSession } from '../../session/use-session.ts';
import { fieldErrors } from '../../ui/explain.ts';
import { useAction } from '../../ui/use-data.ts';
import { type Entry, isWhollyLive, localeName } from './fields.ts';
import type { useEntryForm } from './use-entry-form.ts';

type Wish = { version: number; locales?: string[] };
type Warning = { code: string };

/** True if readers of all these languages, or any reader, see the entry. */
export const isLiveIn = (entry: Entry, locales?: string[]): boolean =>
  locales === undefined
    ? entry.publishedVersion !== null
    : locales.some((code) => entry.locales[code]!.status !== 'draft');

/** Publishing saves first, so that the values on the screen are published. Saving alone shows readers nothing. */
export function PublishButton(props: {
  entry: Entry;
  editing: ReturnType<typeof useEntryForm>;
  refuse: (error: unknown) => void;
  language: string | undefined;
}) {
  const { entry, editing, refuse, language } = props;
  const client = useQueryClient();
  const path = { id: entry.id };
  // Visitors of an address that changes find the page at the new one.
  const redirects = useSession().tenant.modules.includes('redirects');
  const publish = useAction(
    ({ version, locales }: Wish) =>
      api.publishEntry({ path, ifMatch: version, body: { redirects, ...(locales && { locales }) } }),
    {
      invalidates: ['getEntry', 'listEntries', 'listEntryRevisions', 'listRedirects'],
      successMessage: ({ data: { warnings, moved } }, { locales }) =>
        [published(warnings, locales), ...(redirects ? followed(moved) : [])].join('; '),
      // An entry that readers saw before would have to show them its former version again.
      undo: (_, { locales }) =>
        isLiveIn(entry, locales)
          ? undefined
          : () => api.unpublishEntry({ path, ...(locales && { body: { locales } }) }),
      showsFailure: true,
    },
  );
  const goLive = (locales?: string[]) => {
    editing.saveThen(({ version }) => {
      refuse(null);
      publish.mutate(
        { version, ...(locales && { locales }) },
        {
          onError: (error) => {
            // The page may know an old state of the review.
            void client.invalidateQueries({ queryKey: ['getEntryReview'] });
            editing.form.setErrors(fieldErrors(error) ?? {});
            refuse(error);
          },
        },
      );
    });
  };
  const isDone = (code: string) => entry.locales[code]!.status === 'published' && !editing.isDirty;
  const isLive = isWhollyLive(entry) && !editing.isDirty;
  return (
    <Button.Group>
      <Button
        loading={publish.isPending}
        disabled={isLive || editing.conflict !== null}
        onClick={() => goLive()}
      >
        {isLive ? 'Published' : 'Publish'}
      </Button>
      {language !== undefined && !isLive && (
        <PublishMenu
          {...{ language, goLive }}
          isDone={isDone(language)}
          disabled={publish.isPending || editing.conflict !== null}
        />
      )}
    </Button.Group>
  );
}

function followed([first, ...more]: { from: string; to: string }[]): string[] {
  if (first === undefined) return [];
  const others = more.length === 0 ? '' : `, and ${more.length} more`;
  return [`${first.from} leads to ${first.to} now${others}`];
}

function published(warnings: Warning[], locales: string[] | undefined): string {
  const shared = warnings.filter(({ code }) => code === 'shared').length;
  const hidden = warnings.length - shared;
  return [
    locales === undefined ? 'Published' : `Published in ${locales.map(localeName).join(', ')}`,
    ...(shared > 0 ? ['fields without languages changed for readers of the others too'] : []),
    ...(hidden > 0 ? [`readers do not get ${hidden} of the entries and files that it refers to`] : []),
  ].join('; ');
}

/** Offers the language on the screen beside all. */
function PublishMenu(props: {
  language: string;
  isDone: boolean;
  disabled: boolean;
  goLive: (locales?: string[]) => void;
}) {
  const { language, isDone, disabled, goLive } = props;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button px="xs" disabled={disabled} aria-label="Choose what to publish">
          <IconChevronDown size={16} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={isDone} onClick={() => goLive([language])}>
          This language: {localeName(language)}
        </Menu.Item>
        <Menu.Item onClick={() => goLive()}>All languages</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
