import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { AddressFields, tidy } from '../../ui/address.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useData } from '../../ui/use-data.ts';
import { type NewOrderValues, type OwnShipping, ownShipping } from './new-order.ts';

/** The shipping address of a new order; a typed one that was kept for another customer says so. */
export function NewShipping(props: {
  values: NewOrderValues;
  setValues: (change: Partial<NewOrderValues>) => void;
}) {
  const { values, setValues } = props;
  const { customerId, typedFor } = values;
  return (
    <Panel title="Shipping address" description="Filled in from the customer, if they have one.">
      <Stack>
        {customerId !== null && typedFor !== null && typedFor !== customerId && (
          <TypedForAnother
            id={customerId}
            formerId={typedFor}
            takeOwn={setValues}
            keep={() => setValues({ typedFor: customerId })}
          />
        )}
        <AddressFields
          name="Shipping address"
          value={values.shippingAddress}
          onChange={(shippingAddress) =>
            setValues({ shippingAddress, ...(tidy(shippingAddress) === null && { typedFor: null }) })
          }
        />
      </Stack>
    </Panel>
  );
}

function TypedForAnother(props: {
  id: string;
  /** Empty: the address was typed before a customer was chosen. */
  formerId: string;
  takeOwn: (own: OwnShipping) => void;
  keep: () => void;
}) {
  const { id, formerId, takeOwn, keep } = props;
  const { data: customer } = useData('getCustomer', { path: { id } });
  const former = useData('getCustomer', { path: { id: formerId } }, { enabled: formerId !== '' });
  const name = <bdi>{customer?.name ?? 'this customer'}</bdi>;
  const own = customer && ownShipping(customer);
  const hasOwn = own !== undefined && tidy(own.shippingAddress) !== null;
  // Nothing contradicts an address that was typed first, for a customer without one.
  if (formerId === '' && !hasOwn) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {formerId === '' ? (
            <>You typed this address before you chose {name}.</>
          ) : (
            <>
              You typed this address for <bdi>{former.data?.name ?? 'another customer'}</bdi>, and the order
              goes to {name} now.
            </>
          )}
        </Text>
        <Group gap="sm">
          {own && (
            <Button size="xs" variant="default" onClick={() => takeOwn(own)}>
              {hasOwn ? 'Use the address of the customer' : 'Empty the address'}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={keep}>
            Keep it
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
