import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { api } from '../../api.ts';
import { type Address, AddressFields, AddressText, tidy } from '../../ui/address.tsx';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useGuardedForm } from '../../ui/use-guarded-form.ts';
import type { Order } from './order.ts';

type Addresses = Pick<Order, 'shippingAddress' | 'billingAddress'>;

export function OrderAddresses({ order, mayEdit }: { order: Order; mayEdit: boolean }) {
  const edit = () => openDialog('Addresses', (close) => <EditAddresses order={order} close={close} />, 'lg');
  return (
    <Panel
      title="Addresses"
      actions={
        mayEdit && (
          <Button size="xs" variant="default" onClick={edit} aria-label="Edit addresses">
            Edit
          </Button>
        )
      }
    >
      <AddressTexts addresses={order} />
    </Panel>
  );
}

function AddressTexts({ addresses }: { addresses: Addresses }) {
  return (
    <Stack gap="sm">
      {(['shippingAddress', 'billingAddress'] as const).map((which) => (
        <div key={which}>
          <Text size="xs" c="dimmed">
            {which === 'shippingAddress' ? 'Shipping' : 'Billing'}
          </Text>
          <AddressText address={addresses[which]} />
        </div>
      ))}
    </Stack>
  );
}

function EditAddresses({ order, close }: { order: Order; close: () => void }) {
  const { id } = order;
  const { form, submit, sending, failure, conflict, drop } = useGuardedForm({
    seen: order,
    valuesOf: ({ shippingAddress, billingAddress }: Order): Record<'shipping' | 'billing', Address> => ({
      shipping: { ...shippingAddress },
      billing: { ...billingAddress },
    }),
    send: ({ shipping, billing }, ifMatch) =>
      api.updateOrder({
        path: { id },
        ifMatch,
        body: { shippingAddress: tidy(shipping), billingAddress: tidy(billing) },
      }),
    reload: async () => (await api.getOrder({ path: { id } })).data,
    invalidates: ['getOrder', 'listOrderTimeline'],
    successMessage: 'The addresses are saved',
    done: close,
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        {(['shipping', 'billing'] as const).map((which) => (
          <Stack key={which} gap="xs">
            <Title order={3} size="h5">
              {which === 'shipping' ? 'Shipping' : 'Billing'}
            </Title>
            <AddressFields
              name={which === 'shipping' ? 'Shipping address' : 'Billing address'}
              value={form.values[which]}
              onChange={(address) => form.setFieldValue(which, address as never)}
            />
          </Stack>
        ))}
        {conflict && <ConflictNotice {...conflict} theirs={<AddressTexts addresses={conflict.theirs} />} />}
        <ErrorNotice error={failure} />
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            onClick={() => {
              drop();
              close();
            }}
          >
            Cancel
          </Button>
          <Button type="submit" loading={sending} disabled={conflict !== null}>
            Save addresses
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
