import { Text, Textarea } from '@mantine/core';
import { formatMoney } from '../../ui/money.tsx';
import { type Amount, AmountInput, isAmount } from './amount-input.tsx';
import { DialogForm } from './dialog-form.tsx';
import { optionalText } from './optional-text.ts';
import { type DialogProps, useStepValues } from './order-dialog.ts';
import { refundable } from './steps.ts';

export function RefundDialog(props: DialogProps) {
  const { order, act } = props.step;
  const most = refundable(order);
  const [{ amount, reason }, change] = useStepValues('refund', order, { amount: most as Amount, reason: '' });
  const isGood = isAmount(amount, order.currency, most);
  const submit = () => {
    if (isGood) act({ kind: 'refund', body: { amount, reason: optionalText(reason) } });
  };
  return (
    <DialogForm
      {...props}
      kind="refund"
      action={isGood ? `Refund ${formatMoney(amount, order.currency)}` : 'Refund'}
      danger
      disabled={!isGood}
      submit={submit}
    >
      <Text size="sm">
        Up to {formatMoney(most, order.currency)} can be given back. Colonnade writes the refund down and
        tells whoever is subscribed; the money itself is returned where it was taken.
        {order.refundedTotal + most === order.total && ' Refunding all of it ends the order.'}
      </Text>
      <AmountInput
        label="Amount"
        currency={order.currency}
        max={most}
        value={amount}
        onChange={(typed) => change({ amount: typed })}
      />
      <Textarea
        label="Reason"
        description="Optional. Kept in the timeline."
        maxLength={1000}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
    </DialogForm>
  );
}
