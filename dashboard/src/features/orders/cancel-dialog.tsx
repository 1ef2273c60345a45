import { Checkbox, Text, Textarea } from '@mantine/core';
import { formatMoney } from '../../ui/money.tsx';
import { DialogForm } from './dialog-form.tsx';
import { optionalText } from './optional-text.ts';
import { type DialogProps, useStepValues } from './order-dialog.ts';
import { refundable } from './steps.ts';

export function CancelDialog(props: DialogProps) {
  const { order, act } = props.step;
  const [{ reason, refund }, change] = useStepValues('cancel', order, { reason: '', refund: true });
  const paid = refundable(order);
  const submit = () => act({ kind: 'cancel', body: { reason: optionalText(reason), refund } });
  return (
    <DialogForm {...props} kind="cancel" action="Cancel the order" danger submit={submit}>
      <Text size="sm">A cancelled order cannot be brought back; place a new one instead.</Text>
      {paid > 0 && (
        <Checkbox
          label={`Refund the ${formatMoney(paid, order.currency)} that were paid`}
          description="Otherwise they stay, and can be refunded later."
          checked={refund}
          onChange={(event) => change({ refund: event.currentTarget.checked })}
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
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
    </DialogForm>
  );
}
