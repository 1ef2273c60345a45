import { Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { formatMoney } from '../../ui/money.tsx';
import { type Amount, AmountInput, isAmount } from './amount-input.tsx';
import { DialogForm } from './dialog-form.tsx';
import { optionalText } from './optional-text.ts';
import { type DialogProps, useStepValues } from './order-dialog.ts';
import type { Payment } from './steps.ts';

/** Records a payment that was made elsewhere; it charges nothing. */
export function PaymentDialog(props: DialogProps) {
  const { order, act } = props.step;
  const [{ amount, outcome, method, reference }, change] = useStepValues('payment', order, {
    amount: order.balance as Amount,
    outcome: 'succeeded' as Payment['outcome'],
    method: '',
    reference: '',
  });
  const isGood = isAmount(amount, order.currency, order.balance);
  const submit = () => {
    if (!isGood) return;
    act({
      kind: 'payments',
      body: { amount, outcome, method: optionalText(method), reference: optionalText(reference) },
    });
  };
  return (
    <DialogForm {...props} kind="payments" action="Record payment" disabled={!isGood} submit={submit}>
      <Text size="sm">
        Writes down money that was taken elsewhere. {formatMoney(order.balance, order.currency)} is to be
        paid.
      </Text>
      <AmountInput
        label="Amount"
        currency={order.currency}
        max={order.balance}
        value={amount}
        onChange={(typed) => change({ amount: typed })}
      />
      <Radio.Group
        label="Outcome"
        value={outcome}
        onChange={(value) => change({ outcome: value as Payment['outcome'] })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="succeeded" label="The money arrived" />
          <Radio value="failed" label="It failed" />
        </Stack>
      </Radio.Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label="Method"
          description="Optional."
          placeholder="Card, transfer, cash"
          maxLength={100}
          value={method}
          onChange={(event) => change({ method: event.currentTarget.value })}
        />
        <TextInput
          label="Reference"
          description="Optional. Its id at the bank or provider."
          maxLength={200}
          value={reference}
          onChange={(event) => change({ reference: event.currentTarget.value })}
        />
      </SimpleGrid>
    </DialogForm>
  );
}
