import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconBellRinging, IconCircleCheck } from '@tabler/icons-react';
import { api, type Item } from '../../api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useAction, useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';

/** What needs attention, until someone says that they have seen it. */
export function Notices() {
  const notices = useList('listNotices', { query: { unread: true } }, { refetchInterval: 30_000 });
  if (notices.error) return <ErrorNotice error={notices.error} retry={() => void notices.refetch()} />;
  if (notices.isPending) return null;
  if (notices.rows.length === 0) {
    return (
      <EmptyState icon={IconCircleCheck} title="Nothing needs your attention">
        Failing webhooks and the like are announced here.
      </EmptyState>
    );
  }
  return (
    <Stack component="section" aria-label="Needs attention">
      {notices.rows.map((notice) => (
        <Notice key={notice.id} notice={notice} />
      ))}
    </Stack>
  );
}

function Notice({ notice }: { notice: Item<'listNotices'> }) {
  const read = useAction(() => api.readNotice({ path: { id: notice.id } }), { invalidates: ['listNotices'] });
  return (
    <Alert color="yellow" icon={<IconBellRinging aria-hidden />}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text size="sm">{notice.message}</Text>
          <Text size="xs" c="dimmed">
            <When at={notice.createdAt} />
          </Text>
        </div>
        <Button
          size="xs"
          variant="default"
          flex="none"
          loading={read.isPending}
          onClick={() => read.mutate()}
        >
          Seen
        </Button>
      </Group>
    </Alert>
  );
}
