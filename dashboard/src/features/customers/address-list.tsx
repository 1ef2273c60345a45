import { Button, Checkbox, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AddressFields } from '../../ui/address.tsx';
import { type FormAddress, newAddress } from './customer-values.ts';

/** The addresses of a customer in a form. At most one is the default for shipping, and one for billing. */
export function AddressList(props: {
  addresses: FormAddress[];
  onChange: (addresses: FormAddress[]) => void;
  error?: ReactNode;
}) {
  const { addresses, onChange } = props;
  const change = (key: string, change: Partial<FormAddress>) =>
    onChange(
      addresses.map((one) => {
        if (one.key === key) return { ...one, ...change };
        return {
          ...one,
          defaultShipping: one.defaultShipping && !change.defaultShipping,
          defaultBilling: one.defaultBilling && !change.defaultBilling,
        };
      }),
    );
  return (
    <Stack gap="sm">
      <Text size="sm" fw={500}>
        Addresses
      </Text>
      {addresses.map((one, index) => (
        <Paper key={one.key} withBorder p="sm">
          <Stack gap="sm">
            <Group justify="space-between" align="flex-end">
              <TextInput
                label="Label"
                placeholder="Home, warehouse, …"
                maxLength={100}
                value={one.label}
                onChange={(event) => change(one.key, { label: event.currentTarget.value })}
              />
              <Button
                variant="default"
                size="xs"
                aria-label={`Remove address ${index + 1}`}
                onClick={() => onChange(addresses.filter(({ key }) => key !== one.key))}
              >
                Remove
              </Button>
            </Group>
            <AddressFields
              name={`Address ${index + 1}`}
              value={one.address}
              onChange={(address) => change(one.key, { address })}
            />
            <Group>
              <Checkbox
                label="Ship here"
                checked={one.defaultShipping}
                onChange={(event) => change(one.key, { defaultShipping: event.currentTarget.checked })}
              />
              <Checkbox
                label="Bill here"
                checked={one.defaultBilling}
                onChange={(event) => change(one.key, { defaultBilling: event.currentTarget.checked })}
              />
            </Group>
          </Stack>
        </Paper>
      ))}
      {props.error && (
        <Text size="sm" c="var(--mantine-color-error)">
          {props.error}
        </Text>
      )}
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...addresses, newAddress(addresses.length === 0)])}
      >
        Add address
      </Button>
    </Stack>
  );
}
