import { api } from '../../api.ts';
import { FormFrame } from '../../ui/form-frame.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { AFTER_CHANGE, type SubscriptionDialog } from './subscription-dialog.ts';
import { SubscriptionFields } from './subscription-form.tsx';
import { changeBody, valuesOf } from './subscription-values.ts';

export function EditSubscription({ subscription, close }: SubscriptionDialog) {
  const { id } = subscription;
  const { form, submit, sending, failure } = useApiForm({
    initialValues: valuesOf(subscription),
    send: (values) => api.updateWebhookSubscription({ path: { id }, body: changeBody(values, subscription) }),
    invalidates: AFTER_CHANGE,
    successMessage: 'Saved',
    done: close,
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Save">
      <SubscriptionFields form={form} />
    </FormFrame>
  );
}
