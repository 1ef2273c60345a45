import { Button, Grid, Group, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { useSession } from '../../session/use-session.ts';
import { CURRENCIES } from '../../ui/currency.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useData } from '../../ui/use-data.ts';
import { type Customer, CustomerPicker } from '../customers/customer-picker.tsx';
import { openNewCustomer } from '../customers/new-customer.tsx';
import { NewLines } from './new-lines.tsx';
import { bodyOf, copyOf, type NewOrderValues, newOrder, withCustomer } from './new-order.ts';
import { NewShipping } from './new-shipping.tsx';
import { NewTotals } from './new-totals.tsx';

const back = { to: '/orders', label: 'Orders' };

/** The customer is chosen already if their page linked here; `copy` is the order that a new one repeats. */
export default function NewOrder() {
  const { customer: id, copy } = useSearch({ strict: false }) as { customer?: string; copy?: string };
  const customer = useData('getCustomer', { path: { id: id ?? '' } }, { enabled: id !== undefined });
  const { currency } = useSession().tenant;
  const order = useData('getOrder', { path: { id: copy ?? '' } }, { enabled: copy !== undefined });
  return (
    <Page title="New order" back={back}>
      {copy !== undefined ? (
        <Loaded query={order}>{(data) => <NewOrderForm initial={copyOf(data)} />}</Loaded>
      ) : id !== undefined ? (
        <Loaded query={customer}>{(data) => <NewOrderForm initial={newOrder(data, currency)} />}</Loaded>
      ) : (
        <NewOrderForm initial={newOrder(null, currency)} />
      )}
    </Page>
  );
}

const NOBODY = 'Choose who orders: type a name, and press Enter.';

function NewOrderForm({ initial }: { initial: NewOrderValues }) {
  const navigate = useNavigate();
  const { form, submit, sending, failure } = useApiForm({
    initialValues: initial,
    kept: { name: 'new order' },
    send: (values) => api.createOrder({ body: bodyOf(values) }),
    invalidates: ['listOrders', 'listCustomerOrders', 'getCustomerTotals', 'getOrderMetrics'],
    successMessage: 'The order is placed',
    done: ({ data }) => void navigate({ to: `/orders/${data.id}` }),
  });
  const choose = (chosen: Customer | null) => {
    form.setValues(withCustomer(form.getValues(), chosen));
    form.clearFieldError('customerId');
  };
  const amount = { currency: form.values.currency, suffix: '' };
  return (
    <form onSubmit={submit} noValidate>
      <Grid gap="lg" data-columns>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            <Panel title="Customer">
              <Group align="flex-start">
                <div style={{ flex: 1, minWidth: 220 }}>
                  <CustomerPicker
                    label="Who orders"
                    required
                    path="customerId"
                    value={form.values.customerId}
                    onChange={choose}
                    error={
                      form.errors.customerId &&
                      (form.values.customerId === null ? NOBODY : form.errors.customerId)
                    }
                  />
                </div>
                <Button
                  variant="default"
                  mt={{ base: 0, xs: 24 }}
                  leftSection={<IconUserPlus size={16} />}
                  onClick={() => openNewCustomer(choose)}
                >
                  New customer
                </Button>
              </Group>
            </Panel>
            <NewLines form={form} />
            <NewShipping values={form.values} setValues={form.setValues} />
            <Panel title="Notes">
              <Textarea
                label="From the customer"
                autosize
                minRows={2}
                maxLength={5000}
                {...form.getInputProps('customerNote')}
              />
              <Textarea
                label="Internal"
                description="Hidden from the customer."
                autosize
                minRows={2}
                maxLength={5000}
                {...form.getInputProps('internalNote')}
              />
            </Panel>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="lg" pos="sticky" top={24}>
            <Panel title="Sums">
              <Select
                label="Currency"
                searchable
                allowDeselect={false}
                data={CURRENCIES}
                {...form.getInputProps('currency')}
              />
              <SimpleGrid cols={2} spacing="sm">
                <NumberField label="Shipping" {...amount} {...form.getInputProps('shippingTotal')} />
                <NumberField label="Discount" {...amount} {...form.getInputProps('discountTotal')} />
                <NumberField
                  label="Tax"
                  placeholder="Sum of lines"
                  {...amount}
                  {...form.getInputProps('taxTotal')}
                />
                <TextInput
                  label="Number"
                  placeholder="The next one"
                  maxLength={64}
                  {...form.getInputProps('orderNumber')}
                />
              </SimpleGrid>
              <NewTotals values={form.values} />
            </Panel>
            <ErrorNotice error={failure} />
            <Button type="submit" loading={sending}>
              Place order
            </Button>
          </Stack>
        </Grid.Col>
      </Grid>
    </form>
  );
}
