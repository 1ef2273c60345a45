import { Group, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { useSession } from '../../session/use-session.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { CHANGED } from './product-status.tsx';

export const openNewProduct = () => openDialog('Add product', (close) => <NewProduct close={close} />);

/** Title, SKU and price of a new product; its page takes the rest. */
function NewProduct({ close }: { close: () => void }) {
  const { currency } = useSession().tenant;
  const navigate = useNavigate();
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { title: '', sku: '', price: '' as number | string },
    send: async ({ title, sku, price }) => {
      const prices = price === '' ? [] : [{ currency, amount: price as number }];
      const variants = sku.trim() === '' ? [] : [{ sku, prices }];
      return (await api.createProduct({ body: { title, variants } })).data;
    },
    // The first variant is a row of a grid for the API, and two fields here.
    places: { 'variants.0.sku': 'sku', 'variants.0.prices.0.amount': 'price' },
    invalidates: [...CHANGED],
    successMessage: 'The product is a draft: complete it, then activate it',
    done: ({ id }) => {
      close();
      void navigate({ to: `/products/${id}` });
    },
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Add product" noValidate>
      <TextInput
        label="Title"
        required
        maxLength={300}
        data-autofocus
        data-path="title"
        {...form.getInputProps('title')}
      />
      <Group grow align="flex-start">
        <TextInput
          label="SKU"
          description="Without one, add variants later"
          maxLength={200}
          data-path="sku"
          {...form.getInputProps('sku')}
        />
        <NumberField
          label="Price"
          description="Before price lists"
          decimals={6}
          suffix={currency}
          data-path="price"
          {...form.getInputProps('price')}
        />
      </Group>
    </FormFrame>
  );
}
