import { ActionIcon, Anchor, Box, Button, Group, Text, TextInput } from '@mantine/core';
import { IconClipboardText, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { api, type Item } from '../../api.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatNumber, formatPrice } from '../../ui/formats.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useAction, useList } from '../../ui/use-data.ts';
import { openPastePrices, type Entry as PastedEntry } from './paste-prices.tsx';
import type { PriceList } from './price-list.tsx';

type Entry = Item<'listPriceListEntries'>;
const CHANGES = ['listPriceListEntries', 'getPriceList'] as const;

export function PriceEntries({ list, mayEdit }: { list: PriceList; mayEdit: boolean }) {
  const path = { id: list.id };
  const entries = useList('listPriceListEntries', { path, query: { limit: 100 } });
  const remove = useAction(
    ({ variantId, minQuantity }: Entry) =>
      api.setPriceListEntries({ path, body: { entries: [{ variantId, minQuantity, amount: null }] } }),
    {
      invalidates: [...CHANGES],
      successMessage: 'The price is removed',
      undo:
        (_, { variantId, minQuantity, amount }) =>
        () =>
          api.setPriceListEntries({ path, body: { entries: [{ variantId, minQuantity, amount }] } }),
    },
  );
  const store = useAction(
    (pasted: PastedEntry[]) => api.setPriceListEntries({ path, body: { entries: pasted } }),
    { invalidates: [...CHANGES], successMessage: 'The prices are saved', showsFailure: true },
  );
  const columns: Column<Entry>[] = [
    {
      header: 'Product',
      render: ({ productId, title, optionValues, sku, minQuantity }) => (
        <>
          <Anchor component={Link} to={`/products/${productId}`} size="sm">
            <bdi>{[title, ...optionValues].join(' · ')}</bdi>
          </Anchor>
          <Text size="xs" c="dimmed">
            <bdi>{sku}</bdi>
            <Box component="span" hiddenFrom="xs">
              {' '}
              · from {formatNumber(minQuantity)}
            </Box>
          </Text>
        </>
      ),
    },
    {
      header: 'From',
      from: 'xs',
      isShort: true,
      align: 'right',
      render: ({ minQuantity }) => formatNumber(minQuantity),
    },
    {
      header: 'Price',
      align: 'right',
      isShort: true,
      render: ({ amount }) => formatPrice(amount, list.currency),
    },
    ...(mayEdit
      ? [
          {
            header: 'Actions',
            align: 'right' as const,
            render: (entry: Entry) => (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove the price of ${entry.sku} from ${entry.minQuantity}`}
                onClick={() => remove.mutate(entry)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            ),
          },
        ]
      : []),
  ];
  return (
    <Panel
      title="Prices"
      actions={
        mayEdit && (
          <Button
            variant="default"
            leftSection={<IconClipboardText size={16} />}
            onClick={() => openPastePrices(list, store.mutateAsync)}
          >
            Paste from a sheet
          </Button>
        )
      }
    >
      {mayEdit && <AddEntry list={list} />}
      <DataList
        label="Prices"
        isPart
        list={entries}
        rowKey={({ variantId, minQuantity }) => `${variantId} ${minQuantity}`}
        columns={columns}
        empty={
          <Text size="sm" c="dimmed">
            No prices yet: this list changes nothing.
          </Text>
        }
      />
    </Panel>
  );
}

function AddEntry({ list }: { list: PriceList }) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { sku: '', minQuantity: 1 as number | string, amount: '' as number | string },
    send: async ({ sku, minQuantity, amount }) => {
      const [variant] = (await api.listVariants({ query: { sku } })).data;
      if (variant === undefined) {
        form.setFieldError('sku', 'No variant has this SKU');
        return false;
      }
      const entry = {
        variantId: variant.id,
        minQuantity: minQuantity as number,
        amount: amount as number,
      };
      await api.setPriceListEntries({ path: { id: list.id }, body: { entries: [entry] } });
      return true;
    },
    places: {
      'entries.0.variantId': 'sku',
      'entries.0.minQuantity': 'minQuantity',
      'entries.0.amount': 'amount',
    },
    invalidates: [...CHANGES],
    isGuarded: false,
    kept: { name: 'price' },
    done: (isStored) => {
      if (isStored) form.setValues({ sku: '', minQuantity: 1, amount: '' });
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap="sm">
        <TextInput label="SKU" flex={1} miw={140} required {...form.getInputProps('sku')} />
        <NumberField label="From quantity" w={120} least={1} {...form.getInputProps('minQuantity')} />
        <NumberField
          label="Price"
          w={150}
          decimals={6}
          suffix={list.currency}
          required
          {...form.getInputProps('amount')}
        />
        <Button
          type="submit"
          mt={26}
          loading={sending}
          disabled={form.values.sku === '' || typeof form.values.amount !== 'number'}
        >
          Set price
        </Button>
      </Group>
      <ErrorNotice error={failure} />
    </form>
  );
}
