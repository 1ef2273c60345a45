import { Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useHasRole } from '../../session/use-session.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useList } from '../../ui/use-data.ts';
import { expiresSoon } from '../keys/key-state.ts';
import { ExpiringKey } from './expiring-key.tsx';
import { Notice } from './notice.tsx';

/** Lists everything that needs attention. */
export function Attention() {
  const isAdmin = useHasRole('admin');
  const notices = useList('listNotices', { query: { unread: true } }, { refetchInterval: 30_000 });
  const keys = useList('listApiKeys', { query: { limit: 100 } }, { enabled: isAdmin });
  const ending = keys.rows.filter((key) => expiresSoon(key, Date.now()));
  const isKnown = !notices.isPending && (!isAdmin || !keys.isPending);
  const isCalm = isKnown && !notices.error && notices.rows.length + ending.length === 0;
  return (
    <Stack component="section" aria-label="Needs attention" gap="sm">
      <Title order={2} size="h4">
        Needs attention
      </Title>
      {notices.error && <ErrorNotice error={notices.error} retry={() => void notices.refetch()} />}
      {notices.rows.map((notice) => (
        <Notice key={notice.id} notice={notice} />
      ))}
      {ending.map((key) => (
        <ExpiringKey key={key.id} apiKey={key} />
      ))}
      {isCalm && (
        <Group gap="xs" c="dimmed">
          <IconCircleCheck size={18} aria-hidden />
          <Text size="sm">
            Nothing needs your attention. Failing webhooks and expiring keys are announced here.
          </Text>
        </Group>
      )}
    </Stack>
  );
}
