import { Button, Checkbox, Text } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { api } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';

/** Removes what a delivery has stored of its answers, after a question. */
export function ExpungeButton({ id }: { id: string }) {
  const ask = () => openDialog('Expunge this delivery?', (close) => <Expunge id={id} close={close} />);
  return (
    <Button variant="default" leftSection={<IconEraser size={16} />} onClick={ask}>
      Expunge…
    </Button>
  );
}

function Expunge({ id, close }: { id: string; close: () => void }) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { payload: false },
    send: (body) => api.expungeWebhookDelivery({ path: { id }, body }),
    invalidates: ['getWebhookDelivery', 'listWebhookDeliveries', 'getEvent'],
    successMessage: 'Expunged',
    done: close,
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Expunge" danger>
      <Text size="sm">
        The headers and bodies of all answers to this delivery are removed for good. Status codes and times
        stay.
      </Text>
      <Checkbox
        label="Also the data of the event"
        description="For all its deliveries and in the feed. It can then never be sent again."
        {...form.getInputProps('payload', { type: 'checkbox' })}
      />
    </FormFrame>
  );
}
