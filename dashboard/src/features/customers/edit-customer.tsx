import { api } from '../../api.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { Facts } from '../../ui/panel.tsx';
import { useGuardedForm } from '../../ui/use-guarded-form.ts';
import { CustomerFields } from './customer-fields.tsx';
import type { Customer } from './customer-picker.tsx';
import { changeOf, valuesOf } from './customer-values.ts';

export const openEditCustomer = (customer: Customer) =>
  openDialog('Edit customer', (close) => <EditCustomer customer={customer} close={close} />, 'lg');

function EditCustomer({ customer, close }: { customer: Customer; close: () => void }) {
  const { id } = customer;
  const { form, submit, sending, failure, conflict } = useGuardedForm({
    seen: customer,
    valuesOf,
    send: (values, ifMatch) => api.updateCustomer({ path: { id }, ifMatch, body: changeOf(values) }),
    reload: async () => (await api.getCustomer({ path: { id } })).data,
    invalidates: ['getCustomer', 'listCustomerTimeline', 'listCustomers', 'listOrders'],
    successMessage: 'The customer is saved',
    done: close,
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Save customer" disabled={conflict !== null}>
      <CustomerFields form={form} isNew={false} />
      {conflict && <ConflictNotice {...conflict} theirs={<InShort customer={conflict.theirs} />} />}
    </FormFrame>
  );
}

export function InShort({ customer }: { customer: Customer }) {
  return (
    <Facts
      facts={[
        ['Name', customer.name],
        ['E-mails', customer.emails.join(', ') || '–'],
        ['Phones', customer.phones.join(', ') || '–'],
        ['Tags', customer.tags.join(', ') || '–'],
        ['Addresses', String(customer.addresses.length)],
        ['Notes', customer.notes ?? '–'],
      ]}
    />
  );
}
