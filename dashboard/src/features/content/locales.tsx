import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { ApiError, api } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useData } from '../../ui/use-data.ts';
import type { Locales } from './fields.ts';
import { localeName } from './fields.ts';

/** The languages of the tenant's content. */
export function LocalesPanel({ mayEdit }: { mayEdit: boolean }) {
  const locales = useData('getContentLocales');
  const edit = (current: Locales) =>
    openDialog('Locales', (close) => <EditLocales locales={current} close={close} />, 'lg');
  return (
    <Panel
      title="Locales"
      description="A reader gets the language asked for, else its fallback, else the default."
      actions={
        mayEdit &&
        locales.data && (
          <Button size="xs" variant="default" onClick={() => edit(locales.data)}>
            Change locales
          </Button>
        )
      }
    >
      <Loaded query={locales}>
        {({ default: first, locales: all }) => (
          <Stack gap={4}>
            {all.map(({ code, fallback }) => (
              <Text size="sm" key={code}>
                {localeName(code)} ({code})
                <Text span size="sm" c="dimmed">
                  {code === first && ' · default'}
                  {fallback && ` · falls back to ${localeName(fallback)}`}
                </Text>
              </Text>
            ))}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

type Blank = 'copy' | 'allow';
type Loss = { type: string; count: number; first: string[] };

/** The losses of live entries, in words, if the change was refused for them. */
function lossesOf(failure: unknown): string[] {
  if (!(failure instanceof ApiError)) return [];
  const { blank = [], hidden = [] } = (failure.details ?? {}) as { blank?: Loss[]; hidden?: Loss[] };
  return [...blank, ...hidden].map(
    ({ type, count, first }) => `${type}: ${count} (${first.slice(0, 3).join(', ')}${count > 3 ? ' …' : ''})`,
  );
}

function EditLocales({ locales, close }: { locales: Locales; close: () => void }) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { default: locales.default, locales: locales.locales, blank: null as Blank | null },
    send: ({ blank, ...values }) =>
      api.replaceContentLocales({ body: { ...values, ...(blank !== null && { blank }) } }),
    invalidates: ['getContentLocales'],
    successMessage: 'The locales are saved',
    done: close,
  });
  const { locales: rows } = form.values;
  const codes = [...new Set(rows.map(({ code }) => code).filter(Boolean))];
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the code is being typed, and a locale has no other id
          <Group key={index} gap="sm" align="flex-end" wrap="nowrap">
            <TextInput
              label={`Locale ${index + 1}`}
              placeholder="de-AT"
              maxLength={35}
              flex={1}
              data-path={`locales.${index}.code`}
              {...form.getInputProps(`locales.${index}.code`)}
            />
            <Select
              label="Falls back to"
              placeholder="The default"
              clearable
              flex={1}
              data={codes.filter((code) => code !== row.code)}
              data-path={`locales.${index}.fallback`}
              {...form.getInputProps(`locales.${index}.fallback`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove locale ${index + 1}`}
              disabled={rows.length === 1}
              onClick={() => form.removeListItem('locales', index)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => form.insertListItem('locales', { code: '', fallback: null })}
          >
            Add locale
          </Button>
        </Group>
        <Select
          label="Default"
          allowDeselect={false}
          data={codes}
          data-path="default"
          {...form.getInputProps('default')}
        />
        <ErrorNotice error={failure} />
        {lossesOf(failure).length > 0 && (
          <>
            <Text size="sm">{lossesOf(failure).join('; ')}</Text>
            <Select
              label="Entries that would show nothing"
              placeholder="Choose before you save"
              data={[
                { value: 'copy', label: 'Get the texts of the former default' },
                { value: 'allow', label: 'Show nothing' },
              ]}
              {...form.getInputProps('blank')}
            />
          </>
        )}
        <Button type="submit" loading={sending}>
          Save locales
        </Button>
      </Stack>
    </form>
  );
}
