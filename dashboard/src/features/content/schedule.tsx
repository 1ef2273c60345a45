import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { addDays, timeOf } from '#shared/time-zone.ts';
import { api } from '../../api.ts';
import { today } from '../../ui/days.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { timeZone } from '../../ui/formats.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { type ContentType, type Entry, localeName } from './fields.ts';
import { MomentInput } from './inputs/time-input.tsx';
import { ProblemList } from './problems.tsx';

/** `language`: the one on the screen, if the entry has several. */
export const openSchedule = (entry: Entry, type: ContentType, language?: string) =>
  openDialog('Schedule', (close) => <ScheduleOf {...{ entry, type, close, language }} />);

type Props = { entry: Entry; type: ContentType; close: () => void };

const ALL = 'all';

/** Asks first which languages the times are for, if there are several. */
function ScheduleOf({ language, ...props }: Props & { language: string | undefined }) {
  const [chosen, choose] = useState(ALL);
  if (language === undefined) return <Schedule {...props} />;
  const languages = Object.keys(props.entry.locales).map((code) => ({
    value: code,
    label: localeName(code),
  }));
  return (
    <Stack>
      <Select
        label="For"
        allowDeselect={false}
        data={[{ value: ALL, label: 'All languages' }, ...languages]}
        value={chosen}
        onChange={(code) => choose(code ?? ALL)}
      />
      <Schedule key={chosen} {...props} {...(chosen !== ALL && { locale: chosen })} />
    </Stack>
  );
}

const HOUR_MS = 3_600_000;

export function presets() {
  const atNine = (days: number) => new Date(timeOf(timeZone(), `${addDays(today(), days)}T09:00:00`));
  return [
    { label: 'In an hour', at: new Date(Date.now() + HOUR_MS) },
    { label: 'Tomorrow at 9:00', at: atNine(1) },
    { label: 'In a week at 9:00', at: atNine(7) },
  ];
}

function Schedule({ entry, type, close, locale }: Props & { locale?: string }) {
  const times = locale === undefined ? entry.schedule : entry.locales[locale]!;
  const [publishAt, unpublishAt] = [times.publishAt ?? null, times.unpublishAt ?? null];
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { at: publishAt, unpublishAt },
    // Sends only changed times: the server would refuse an unchanged time that has just passed.
    send: ({ at, unpublishAt: down }) =>
      api.scheduleEntry({
        path: { id: entry.id },
        body: {
          ...(at !== publishAt && { at }),
          ...(down !== unpublishAt && { unpublishAt: down }),
          ...(locale !== undefined && { locales: [locale] }),
        },
      }),
    invalidates: ['getEntry', 'listEntries'],
    successMessage: 'The schedule is saved',
    done: close,
  });
  // Only a complete draft can be scheduled, and this dialog has no inputs for its missing fields.
  const lacking = Object.entries(form.errors).filter(([path]) => path.startsWith('fields.'));
  return (
    <FormFrame
      {...{ submit, sending, close }}
      failure={lacking.length > 0 ? null : failure}
      action="Save schedule"
      noValidate
    >
      <Text size="sm" c="dimmed">
        The draft as it is at that time goes live. Times are in the time zone of the tenant, {timeZone()}.
      </Text>
      <MomentInput label="Publish at" presets={presets()} data-path="at" {...form.getInputProps('at')} />
      <MomentInput
        label="Take down at"
        presets={presets()}
        data-path="unpublishAt"
        {...form.getInputProps('unpublishAt')}
      />
      {lacking.length > 0 && (
        <ProblemList problems={Object.fromEntries(lacking)} type={type} title="The draft is not complete" />
      )}
    </FormFrame>
  );
}
