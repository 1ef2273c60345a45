import { Alert, Button, Group, Text } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { api, type Item } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { useAction } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';

/** Something that someone should know, until they say that they do. */
export function Notice({ notice }: { notice: Item<'listNotices'> }) {
  const read = useAction(() => api.readNotice({ path: { id: notice.id } }), { invalidates: ['listNotices'] });
  // Seen by one, it is gone for all.
  const mayDismiss = useHasRole('editor');
  return (
    <Alert color="yellow" icon={<IconBellRinging aria-hidden />}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text size="sm">{notice.message}</Text>
          <Text size="xs">
            <When at={notice.createdAt} />
          </Text>
        </div>
        {mayDismiss && (
          <Button
            size="xs"
            variant="default"
            flex="none"
            loading={read.isPending}
            onClick={() => read.mutate()}
          >
            Seen
          </Button>
        )}
      </Group>
    </Alert>
  );
}
