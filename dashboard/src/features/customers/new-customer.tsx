import { api } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { CustomerFields } from './customer-fields.tsx';
import type { Customer } from './customer-picker.tsx';
import { BLANK, newCustomerOf } from './customer-values.ts';

/** `done` receives the new customer. */
export const openNewCustomer = (done: (customer: Customer) => void) =>
  openDialog('New customer', (close) => <NewCustomer close={close} done={done} />, 'lg');

function NewCustomer({ close, done }: { close: () => void; done: (customer: Customer) => void }) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: BLANK,
    send: (values) => api.createCustomer({ body: newCustomerOf(values) }),
    invalidates: ['listCustomers'],
    successMessage: 'The customer is created',
    done: ({ data }) => {
      close();
      done(data);
    },
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Create customer">
      <CustomerFields form={form} isNew />
    </FormFrame>
  );
}
