import { Autocomplete, type AutocompleteProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { formatNumber, formatPrice } from '../../ui/formats.ts';
import type { Suggestion } from './new-order.ts';
import { useSuggestions } from './use-suggestions.ts';

/** Suggests variants of the catalog and what was sold lately: choosing one also fills in its name and its price. */
export function SkuInput(
  props: Pick<AutocompleteProps, 'value' | 'error' | 'onBlur'> & {
    currency: string;
    onChange: (sku: string) => void;
    take: (item: Suggestion) => void;
  },
) {
  const { currency, take, ...input } = props;
  const [isUsed, setUsed] = useState(false);
  const [asked] = useDebouncedValue((props.value ?? '').trim(), 200);
  const items = useSuggestions(asked, (props.value ?? '').trim(), currency, isUsed);
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
              {item?.unitPrice != null && ` · ${formatPrice(item.unitPrice, currency)}`}
              {item?.available !== undefined && ` · ${formatNumber(item.available)} available`}
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
