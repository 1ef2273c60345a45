import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconDots,
  IconHistory,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { confirm } from '../../ui/confirm.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useAction } from '../../ui/use-data.ts';
import { EditSubscription } from './edit-subscription.tsx';
import { NewReplay } from './new-replay.tsx';
import { Resume } from './resume.tsx';
import { Rotation } from './rotation.tsx';
import type { Subscription } from './subscription-dialog.ts';
import { TestEvent } from './test-event.tsx';

/** The actions of an admin on a subscription. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { id, name, active } = subscription;
  const pause = useAction(() => api.updateWebhookSubscription({ path: { id }, body: { active: false } }), {
    invalidates: ['getWebhookSubscription', 'listWebhookSubscriptions', 'getWebhookSubscriptionHealth'],
    successMessage: 'Paused: matching events are held from now on',
  });
  const remove = useRemoval(id, name);
  const dialog = (title: string, Content: typeof Rotation, size?: string) => () =>
    openDialog(title, (close) => <Content subscription={subscription} close={close} />, size);
  return (
    <>
      {active ? (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={16} />}
          loading={pause.isPending}
          onClick={() => pause.mutate()}
        >
          Pause
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} />}
          onClick={dialog('Resume deliveries', Resume)}
        >
          Resume
        </Button>
      )}
      <Button leftSection={<IconSend size={16} />} onClick={dialog('Send a test event', TestEvent)}>
        Send test event
      </Button>
      <Menu position="bottom-end" width={210} shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            onClick={dialog('Edit subscription', EditSubscription, 'xl')}
          >
            Edit
          </Menu.Item>
          <Menu.Item
            leftSection={<IconHistory size={16} />}
            onClick={dialog('Replay past events', NewReplay, 'lg')}
          >
            Replay past events
          </Menu.Item>
          <Menu.Item
            leftSection={<IconRefresh size={16} />}
            onClick={dialog('Rotate the signing secret', Rotation, 'lg')}
          >
            Rotate secret
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={16} />} onClick={remove}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function useRemoval(id: string, name: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return () =>
    confirm({
      title: `Delete “${name}”?`,
      children:
        'Nothing is sent any more, and deliveries that wait are cancelled. This cannot be taken back.',
      action: 'Delete subscription',
      danger: true,
      run: async () => {
        await api.deleteWebhookSubscription({ path: { id } });
        await client.invalidateQueries({ queryKey: ['listWebhookSubscriptions'] });
        toast.done(`“${name}” is deleted`);
        await navigate({ to: '/webhooks' });
      },
    });
}
