import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconCalendarOff, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { useSession } from '../../../session/use-session.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { openDialog } from '../../../ui/dialog.tsx';
import { FormFrame } from '../../../ui/form-frame.tsx';
import { timeZone } from '../../../ui/formats.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { useAction } from '../../../ui/use-data.ts';
import { MomentInput } from '../inputs/time-input.tsx';
import { presets } from '../schedule.tsx';
import { openAddEntries } from './add-entries.tsx';
import { ReleaseName } from './release-name.tsx';
import { ReleaseOutcome, ReleaseProblems } from './release-outcome.tsx';
import { again, CHANGED, outdatedOf, PUBLISHED, type Release } from './release-status.tsx';

export function ReleaseActions({ release }: { release: Release }) {
  const navigate = useNavigate();
  const path = { id: release.id };
  const unschedule = useAction(() => api.unscheduleRelease({ path }), {
    invalidates: CHANGED,
    successMessage: 'The release is open again',
  });
  const remove = useAction(() => api.deleteRelease({ path }), {
    invalidates: CHANGED,
    successMessage: 'The release is deleted; its entries stay as they are',
    showsFailure: true,
    done: () => void navigate({ to: '/content/releases' }),
  });
  const askDelete = () =>
    confirm({
      title: 'Delete this release?',
      children: 'Its entries stay as they are.',
      action: 'Delete release',
      danger: true,
      run: () => remove.mutateAsync(undefined),
    });
  const latest = useAction(
    () => api.addReleaseEntries({ path, body: { entries: outdatedOf(release).map(again) } }),
    { invalidates: CHANGED, successMessage: 'The latest versions go live' },
  );
  const { status, entries } = release;
  const isOutdated = outdatedOf(release).length > 0;
  return (
    <>
      {status === 'open' && entries.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => openAddEntries(release)}
        >
          Add entries
        </Button>
      )}
      {status !== 'published' && entries.length > 0 && (
        <>
          {!isOutdated && (
            <Button variant="default" onClick={() => openSchedule(release)}>
              {status === 'scheduled' ? 'Change time …' : 'Schedule …'}
            </Button>
          )}
          <Button
            variant={status === 'scheduled' || isOutdated ? 'default' : 'filled'}
            onClick={() => openPublishing(release)}
          >
            Publish …
          </Button>
        </>
      )}
      {isOutdated && (
        <Button loading={latest.isPending} onClick={() => latest.mutate(undefined)}>
          Take latest versions
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {status === 'scheduled' && (
            <Menu.Item
              leftSection={<IconCalendarOff size={16} />}
              onClick={() => unschedule.mutate(undefined)}
            >
              Open again
            </Menu.Item>
          )}
          {status === 'open' && (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => openRename(release)}>
              Rename …
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={askDelete}>
            Delete …
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

const openSchedule = (release: Release) =>
  openDialog(release.status === 'scheduled' ? 'Change the time' : 'Schedule', (close) => (
    <Schedule {...{ release, close }} />
  ));

const openRename = ({ id, name, version }: Release) =>
  openDialog('Rename the release', (close) => (
    <ReleaseName
      name={name}
      action="Save"
      send={(body) => api.updateRelease({ path: { id }, ifMatch: version, body })}
      successMessage="The release is renamed"
      done={close}
      close={close}
    />
  ));

const openPublishing = (release: Release) =>
  openDialog(`Publish “${release.name}”`, (close) => <Publishing {...{ release, close }} />, 'lg');

/** Visitors of an address that changes find the page at the new one. */
const useRedirects = () => useSession().tenant.modules.includes('redirects');

/** Shows the dry run first: what readers get, and what prevents it. */
function Publishing({ release, close }: { release: Release; close: () => void }) {
  const redirects = useRedirects();
  const path = { id: release.id };
  const rehearsal = useQuery({
    queryKey: ['rehearsal of a release', release.id, release.version],
    queryFn: async () => {
      try {
        return {
          data: (await api.publishRelease({ path, query: { dryRun: true }, body: { redirects } })).data,
        };
      } catch (error) {
        return { error };
      }
    },
    gcTime: 0,
  });
  const publish = useAction(
    () => api.publishRelease({ path, ifMatch: release.version, body: { redirects } }),
    {
      invalidates: PUBLISHED,
      successMessage: 'Published, all at one moment',
      showsFailure: true,
      done: close,
    },
  );
  const refused =
    publish.error ?? (rehearsal.data && 'error' in rehearsal.data ? rehearsal.data.error : null);
  return (
    <Stack>
      <Loaded query={rehearsal}>
        {(tried) =>
          refused !== null || !tried.data ? (
            <ReleaseProblems error={refused} release={release} title="It cannot be published yet" />
          ) : (
            <ReleaseOutcome results={tried.data.results} release={release} />
          )
        }
      </Loaded>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          loading={publish.isPending}
          disabled={!rehearsal.data || refused !== null}
          onClick={() => publish.mutate(undefined)}
        >
          Publish now
        </Button>
      </Group>
    </Stack>
  );
}

function Schedule({ release, close }: { release: Release; close: () => void }) {
  const redirects = useRedirects();
  const [at, setAt] = useState<string | null>(release.at);
  const schedule = useAction(
    (time: string) => api.scheduleRelease({ path: { id: release.id }, body: { at: time, redirects } }),
    { invalidates: CHANGED, successMessage: 'The release is scheduled', showsFailure: true, done: close },
  );
  return (
    <FormFrame
      submit={(event) => {
        event?.preventDefault();
        if (at !== null) schedule.mutate(at);
      }}
      sending={schedule.isPending}
      failure={null}
      close={close}
      action="Schedule release"
      disabled={at === null}
    >
      <Text size="sm" c="dimmed">
        Its entries cannot change in the release until then. Times are in the time zone of the tenant,{' '}
        {timeZone()}.
      </Text>
      <MomentInput label="Publish at" presets={presets()} value={at} onChange={setAt} />
      {schedule.error && (
        <ReleaseProblems error={schedule.error} release={release} title="It could not be published" />
      )}
    </FormFrame>
  );
}
