import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { api, type Data } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { CopyableText } from '../../ui/copy.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { useAction } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';

type RecoveryLink = Data<'createRecoveryLink'>;

/** Makes a link that brings the shopper back to an abandoned cart. */
export function RecoveryLinkButton({ cartId }: { cartId: string }) {
  const mayEdit = useHasRole('editor');
  const make = useAction(() => api.createRecoveryLink({ path: { id: cartId } }), {
    done: ({ data }) =>
      openDialog('Link to the cart', (close) => <MadeLink link={data} close={close} />, 'lg'),
  });
  if (!mayEdit) return null;
  return (
    <Button
      leftSection={<IconLink size={16} />}
      loading={make.isPending}
      onClick={() => make.mutate(undefined)}
    >
      Copy link
    </Button>
  );
}

function MadeLink({ link: { url, token, expiresAt }, close }: { link: RecoveryLink; close: () => void }) {
  const isAdmin = useHasRole('admin');
  return (
    <Stack>
      <Text size="sm">
        It opens this cart in your shop. Send it to the shopper alone: with it, anybody sees the cart and what
        was typed at the checkout. It ends <When at={expiresAt} />, or when there is an order.
      </Text>
      <CopyableText text={url ?? token ?? ''} action={url === null ? 'Copy token' : 'Copy link'} />
      {url === null && (
        <Text size="sm" c="dimmed">
          This is the token alone, because your shop has not named its page for such links.{' '}
          {isAdmin ? (
            <Anchor component={Link} to="/carts/settings" onClick={close} size="sm">
              Name it in the checkout settings
            </Anchor>
          ) : (
            'An admin names it in the checkout settings.'
          )}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
