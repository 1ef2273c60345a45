import { Button, Group, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { ItemButtons, moved } from '../../ui/item-buttons.tsx';
import type { Method } from './payment-methods.ts';

const MOST = 20;

/** The ways to pay in the order in which a shopper sees them; there is always one. */
export function PaymentMethodsInput<Values extends { paymentMethods: Method[] }>(props: {
  form: UseFormReturnType<Values>;
  readOnly: boolean;
}) {
  const { readOnly } = props;
  const form = props.form as unknown as UseFormReturnType<{ paymentMethods: Method[] }>;
  const { paymentMethods: methods } = form.values;
  const set = (next: Method[]) => form.setFieldValue('paymentMethods', next);
  const nameOf = ({ name }: Method, index: number) => name.trim() || `method ${index + 1}`;
  return (
    <Stack>
      {methods.map((method, index) => (
        <Paper
          // biome-ignore lint/suspicious/noArrayIndexKey: all values are in the form, and a new method has no other name
          key={index}
          withBorder
          p="md"
          role="group"
          aria-label={nameOf(method, index)}
        >
          <Stack gap="sm">
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <Text size="xs" c="dimmed">
                {index === 0 ? 'Preselected at the checkout' : `Choice ${index + 1}`}
              </Text>
              {!readOnly && (
                <ItemButtons
                  name={nameOf(method, index)}
                  {...{ index, count: methods.length, least: 1 }}
                  move={(to) => set(moved(methods, index, to))}
                  remove={() => set(methods.toSpliced(index, 1))}
                />
              )}
            </Group>
            <TextInput
              label="Name"
              placeholder="Bank transfer"
              required
              maxLength={200}
              readOnly={readOnly}
              data-path={`paymentMethods.${index}.name`}
              {...form.getInputProps(`paymentMethods.${index}.name`)}
            />
            <Textarea
              label="Instructions"
              description="The shopper reads them at the checkout and below the order: an account, a place, a term"
              autosize
              minRows={2}
              maxRows={10}
              maxLength={5000}
              readOnly={readOnly}
              data-path={`paymentMethods.${index}.instructions`}
              {...form.getInputProps(`paymentMethods.${index}.instructions`)}
            />
          </Stack>
        </Paper>
      ))}
      {!readOnly && methods.length < MOST && (
        <Button
          variant="default"
          w="fit-content"
          leftSection={<IconPlus size={16} />}
          onClick={() => set([...methods, { id: null, name: '', instructions: '' }])}
        >
          Add a way to pay
        </Button>
      )}
    </Stack>
  );
}
