import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { ExpiringKey } from './expiring-key.tsx';
import type { Home } from './home.ts';
import { Notice } from './notice.tsx';
import { PayingCheckouts } from './paying-checkouts.tsx';

/** More would push the figures off the screen. */
const SHOWN = 2;

/** Lists everything that needs attention, the first few at once. */
export function Attention({ home: { webhooks, keys, checkouts } }: { home: Home }) {
  const [isOpen, setOpen] = useState(false);
  const all = [
    ...(checkouts?.paying.oldest ? [<PayingCheckouts key="paying" paying={checkouts.paying} />] : []),
    ...(webhooks?.notices ?? []).map((notice) => <Notice key={notice.id} notice={notice} />),
    ...(keys?.expiring ?? []).map((key) => <ExpiringKey key={key.id} apiKey={key} />),
  ];
  const hidden = isOpen ? 0 : Math.max(0, all.length - SHOWN);
  if (all.length === 0) {
    return (
      <Group component="section" aria-label="Needs attention" gap="xs" c="dimmed">
        <IconCircleCheck size={18} aria-hidden />
        <Text size="sm">
          Nothing needs your attention. Failing webhooks and expiring keys are announced here.
        </Text>
      </Group>
    );
  }
  return (
    <Stack component="section" aria-label="Needs attention" gap="sm">
      <Title order={2} size="h4">
        Needs attention
      </Title>
      {all.slice(0, all.length - hidden)}
      {hidden > 0 && (
        <div>
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            Show {hidden} more
          </Button>
        </div>
      )}
    </Stack>
  );
}
