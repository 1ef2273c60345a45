import { Autocomplete, type AutocompleteProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { formatPrice } from '../../ui/formats.ts';
import { useData } from '../../ui/use-data.ts';
import type { SoldItem } from './new-order.ts';

/** Suggests what was sold lately: choosing an item also fills in its name and its price. */
export function SkuInput(
  props: Pick<AutocompleteProps, 'value' | 'error' | 'onBlur'> & {
    currency: string;
    onChange: (sku: string) => void;
    take: (item: SoldItem) => void;
  },
) {
  const { currency, take, ...input } = props;
  const [isUsed, setUsed] = useState(false);
  const [asked] = useDebouncedValue((props.value ?? '').trim(), 200);
  const sold = useData(
    'listSoldItems',
    { query: { q: asked || undefined } },
    { enabled: isUsed, keepsFormer: true },
  );
  const typed = (props.value ?? '').trim().toLowerCase();
  // The answer to the text before may still be shown.
  const items = (sold.data ?? []).filter(({ sku, name }) =>
    [sku, name].some((text) => text.toLowerCase().includes(typed)),
  );
  return (
    <Autocomplete
      label="SKU"
      maxLength={200}
      {...input}
      onFocus={() => setUsed(true)}
      data={items.map(({ sku }) => sku)}
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const item = items.find(({ sku }) => sku === option.value);
        return (
          <div>
            <Text size="sm">{option.value}</Text>
            <Text size="xs" c="dimmed">
              <bdi>{item?.name}</bdi>
              {item?.currency === currency && ` · ${formatPrice(item.unitPrice, currency)}`}
            </Text>
          </div>
        );
      }}
      onOptionSubmit={(sku) => {
        const item = items.find((each) => each.sku === sku);
        if (item) take(item);
      }}
      comboboxProps={{ width: 280, position: 'bottom-start' }}
    />
  );
}
