import { Checkbox, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../ui/money.tsx';
import { DialogForm } from './dialog-form.tsx';
import { optionalText } from './optional-text.ts';
import type { DialogProps } from './order-dialog.ts';
import { refundable } from './steps.ts';

export function CancelDialog({ order, act, close }: DialogProps) {
  const [reason, setReason] = useState('');
  const [refund, setRefund] = useState(true);
  const paid = refundable(order);
  const submit = () => act({ kind: 'cancel', body: { reason: optionalText(reason), refund } });
  return (
    <DialogForm action="Cancel the order" danger close={close} submit={submit}>
      <Text size="sm">A cancelled order cannot be brought back; place a new one instead.</Text>
      {paid > 0 && (
        <Checkbox
          label={`Refund the ${formatMoney(paid, order.currency)} that were paid`}
          description="Otherwise they stay, and can be refunded later."
          checked={refund}
          onChange={(event) => setRefund(event.currentTarget.checked)}
        />
      )}
      <Textarea
        label="Reason"
        description="Optional. Kept in the timeline."
        data-autofocus
        maxLength={1000}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
