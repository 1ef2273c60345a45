import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../ui/money.tsx';
import { type Amount, AmountInput, isAmount } from './amount-input.tsx';
import { DialogForm } from './dialog-form.tsx';
import { optionalText } from './optional-text.ts';
import type { DialogProps } from './order-dialog.ts';
import { refundable } from './steps.ts';

export function RefundDialog({ order, act, close }: DialogProps) {
  const most = refundable(order);
  const [amount, setAmount] = useState<Amount>(most);
  const [reason, setReason] = useState('');
  const isGood = isAmount(amount, order.currency, most);
  const submit = () => {
    if (isGood) act({ kind: 'refund', body: { amount, reason: optionalText(reason) } });
  };
  return (
    <DialogForm action="Refund" danger disabled={!isGood} close={close} submit={submit}>
      <Text size="sm">
        Up to {formatMoney(most, order.currency)} can be given back. Colonnade writes the refund down and
        tells whoever is subscribed; the money itself is returned where it was taken.
        {order.refundedTotal + most === order.total && ' Refunding all of it ends the order.'}
      </Text>
      <AmountInput label="Amount" currency={order.currency} max={most} value={amount} onChange={setAmount} />
      <Textarea
        label="Reason"
        description="Optional. Kept in the timeline."
        maxLength={1000}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
