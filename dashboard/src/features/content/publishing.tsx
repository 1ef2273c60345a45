import { Button, Stack, Text } from '@mantine/core';
import { ApiError, api } from '../../api.ts';
import { Facts, Panel } from '../../ui/panel.tsx';
import { useAction } from '../../ui/use-data.ts';
import { absoluteTime, When } from '../../ui/when.tsx';
import type { ContentType, Entry } from './fields.ts';
import { Problems } from './problems.tsx';
import { openSchedule } from './schedule.tsx';

/** Shows the published version, the time of publication and the schedule. */
export function Publishing({ entry, type, mayEdit }: { entry: Entry; type: ContentType; mayEdit: boolean }) {
  const { publishAt, unpublishAt, failure } = entry.schedule;
  const isScheduled = publishAt !== null || unpublishAt !== null;
  const forget = useAction(() => api.unscheduleEntry({ path: { id: entry.id } }), {
    invalidates: ['getEntry', 'listEntries'],
    successMessage: 'The schedule is cleared',
  });
  return (
    <Panel
      title="Publishing"
      actions={
        mayEdit && (
          <Button size="xs" variant="default" onClick={() => openSchedule(entry, type)}>
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
      {failure && (
        <Problems
          type={type}
          title={`It could not be ${failure.action === 'publish' ? 'published' : 'taken down'} at its time`}
          error={refusalOf(failure)}
        />
      )}
    </Panel>
  );
}

/** Turns the recorded failure of a schedule into the error that the API would answer now. */
const refusalOf = ({ message, problems }: NonNullable<Entry['schedule']['failure']>) =>
  new ApiError(422, { code: 'validation_error', message, details: problems });
