import { Button, Stack, Text } from '@mantine/core';
import { ApiError, api } from '../../api.ts';
import { Facts, Panel } from '../../ui/panel.tsx';
import { useAction } from '../../ui/use-data.ts';
import { absoluteTime, When } from '../../ui/when.tsx';
import { type ContentType, type Entry, localeName } from './fields.ts';
import { Languages } from './languages.tsx';
import { Problems } from './problems.tsx';
import { openSchedule } from './schedule.tsx';

/** Shows the published version, the time of publication and the schedule. */
export function Publishing(props: {
  entry: Entry;
  type: ContentType;
  mayEdit: boolean;
  /** The language on the screen, if the entry has several. */
  language: string | undefined;
}) {
  const { entry, type, mayEdit, language } = props;
  const { publishAt, unpublishAt, failure } = entry.schedule;
  const isScheduled = [entry.schedule, ...Object.values(entry.locales)].some(
    (times) => times.publishAt || times.unpublishAt,
  );
  const forget = useAction(() => api.unscheduleEntry({ path: { id: entry.id } }), {
    invalidates: ['getEntry', 'listEntries'],
    successMessage: 'The schedule is cleared',
  });
  return (
    <Panel
      title="Publishing"
      actions={
        mayEdit && (
          <Button size="xs" variant="default" onClick={() => openSchedule(entry, type, language)}>
            {isScheduled ? 'Change' : 'Schedule'}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          ['Type', type.title],
          ['Draft', `Version ${entry.version}`],
          ['Readers see', entry.publishedVersion === null ? 'Nothing' : `Version ${entry.publishedVersion}`],
          ['Published', <When key="at" at={entry.publishedAt} />],
          ['Changed', <When key="changed" at={entry.updatedAt} />],
          ...(entry.restorableUntil
            ? [
                ['Restorable until', <When key="until" at={entry.restorableUntil} />] as [
                  string,
                  React.ReactNode,
                ],
              ]
            : []),
        ]}
      />
      {language !== undefined && <Languages entry={entry} />}
      {isScheduled && (
        <Stack gap={4} align="flex-start">
          {publishAt && <Text size="sm">Goes live {absoluteTime(new Date(publishAt))}</Text>}
          {unpublishAt && <Text size="sm">Comes down {absoluteTime(new Date(unpublishAt))}</Text>}
          {mayEdit && (
            <Button
              size="xs"
              variant="default"
              loading={forget.isPending}
              onClick={() => forget.mutate(undefined)}
            >
              Clear schedule
            </Button>
          )}
        </Stack>
      )}
      {failure && <Failed type={type} failure={failure} what="It" />}
      {Object.entries(entry.locales).map(
        ([code, one]) =>
          one.failure && <Failed key={code} type={type} failure={one.failure} what={localeName(code)} />,
      )}
    </Panel>
  );
}

type Failure = NonNullable<Entry['schedule']['failure']>;

function Failed({ type, failure, what }: { type: ContentType; failure: Failure; what: string }) {
  const done = failure.action === 'publish' ? 'published' : 'taken down';
  return (
    <Problems type={type} title={`${what} could not be ${done} at its time`} error={refusalOf(failure)} />
  );
}

/** Turns the recorded failure of a schedule into the error that the API would answer now. */
const refusalOf = ({ message, problems }: Failure) =>
  new ApiError(422, { code: 'validation_error', message, details: problems });
