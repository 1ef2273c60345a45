import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { useAction } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import classes from './home.module.css';
import type { Home } from './home.ts';

/** Shows a notice until a member dismisses it. */
export function Notice({ notice }: { notice: NonNullable<Home['webhooks']>['notices'][number] }) {
  const read = useAction(() => api.readNotice({ path: { id: notice.id } }), {
    invalidates: ['getHome', 'listNotices'],
  });
  // One dismissal of any other notice removes it for the whole tenant.
  const isEditor = useHasRole('editor');
  const mayDismiss = isEditor || notice.isPersonal;
  return (
    <Alert color="yellow" icon={<IconBellRinging aria-hidden />}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className={classes.said}>
          <Text size="sm" dir="auto">
            {notice.message}
          </Text>
          {notice.subject.type === 'entry' && (
            <Anchor component={Link} to={`/content/${notice.subject.id}`} size="sm" underline="always">
              Open the entry
            </Anchor>
          )}
          <Text size="xs">
            <When at={notice.createdAt} />
          </Text>
        </div>
        <Group gap="sm">
          {notice.subject.type === 'webhook_subscription' && (
            <Button component={Link} to={`/webhooks/${notice.subject.id}`} size="xs" variant="default">
              Open webhook
            </Button>
          )}
          {mayDismiss && (
            <Button size="xs" variant="default" loading={read.isPending} onClick={() => read.mutate()}>
              Seen
            </Button>
          )}
        </Group>
      </Group>
    </Alert>
  );
}
