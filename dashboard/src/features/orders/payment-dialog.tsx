import { Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../ui/money.tsx';
import { type Amount, AmountInput, isAmount } from './amount-input.tsx';
import { DialogForm } from './dialog-form.tsx';
import { optionalText } from './optional-text.ts';
import type { DialogProps } from './order-dialog.ts';

/** Records a payment that was made elsewhere; it charges nothing. */
export function PaymentDialog({ order, act, close }: DialogProps) {
  const [amount, setAmount] = useState<Amount>(order.balance);
  const [outcome, setOutcome] = useState<'succeeded' | 'failed'>('succeeded');
  const [method, setMethod] = useState('');
  const [reference, setReference] = useState('');
  const isGood = isAmount(amount, order.currency, order.balance);
  const submit = () => {
    if (!isGood) return;
    act({
      kind: 'payments',
      body: { amount, outcome, method: optionalText(method), reference: optionalText(reference) },
    });
  };
  return (
    <DialogForm action="Record payment" disabled={!isGood} close={close} submit={submit}>
      <Text size="sm">
        Writes down money that was taken elsewhere. {formatMoney(order.balance, order.currency)} is to be
        paid.
      </Text>
      <AmountInput
        label="Amount"
        currency={order.currency}
        max={order.balance}
        value={amount}
        onChange={setAmount}
      />
      <Radio.Group
        label="Outcome"
        value={outcome}
        onChange={(value) => setOutcome(value as 'succeeded' | 'failed')}
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
          onChange={(event) => setMethod(event.currentTarget.value)}
        />
        <TextInput
          label="Reference"
          description="Optional. Its id at the bank or provider."
          maxLength={200}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      </SimpleGrid>
    </DialogForm>
  );
}
