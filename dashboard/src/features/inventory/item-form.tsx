import { Group, Select, Switch, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useRef } from 'react';
import { api } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useLocationOptions } from './locations.ts';
import type { StockItem } from './stock-state.tsx';

/** An empty limit is "none"; backorders without a limit are a choice of their own. */
export type Rules = {
  tracked: boolean;
  backorders: 'none' | 'some' | 'any';
  backorderLimit: number | string;
  lowAt: number | string;
};

export const rulesOf = ({ tracked, backorderLimit, lowAt }: StockItem): Rules => ({
  tracked,
  backorders: backorderLimit === null ? 'any' : backorderLimit === 0 ? 'none' : 'some',
  backorderLimit: backorderLimit || '',
  lowAt: lowAt ?? '',
});

export const bodyOf = ({ tracked, backorders, backorderLimit, lowAt }: Rules) => ({
  tracked,
  backorderLimit: { none: 0, any: null, some: backorderLimit as number }[backorders],
  lowAt: lowAt === '' ? null : (lowAt as number),
});

const NO_RULES: Rules = { tracked: true, backorders: 'none', backorderLimit: '', lowAt: '' };

const BACKORDERS = [
  { value: 'none', label: 'Shops sell what is there' },
  { value: 'some', label: 'Shops sell beyond the stock, up to a limit' },
  { value: 'any', label: 'Shops sell beyond the stock, without limit' },
];

export const openNewItem = () => openDialog('Add SKU', (close) => <NewItem close={close} />);

function NewItem({ close }: { close: () => void }) {
  const locations = useLocationOptions();
  /** Created by an earlier try, whose count failed. */
  const created = useRef<string | null>(null);
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { ...NO_RULES, sku: '', locationId: null as string | null, onHand: '' as number | string },
    send: async ({ sku, locationId, onHand, ...rules }) => {
      if (created.current !== sku) await api.createItem({ body: { sku, ...bodyOf(rules) } });
      created.current = sku;
      const place = locationId ?? locations[0]?.value;
      if (place === undefined || onHand === '' || onHand === 0) return;
      await api.createAdjustment({
        body: {
          reason: 'First count',
          lines: [{ sku, locationId: place, count: onHand as number, seen: 0 }],
        },
      });
    },
    places: { 'lines.0.count': 'onHand', 'lines.0.locationId': 'locationId', 'lines.0.sku': 'sku' },
    invalidates: ['listItems', 'getItem'],
    successMessage: 'The SKU is added',
    done: close,
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Add SKU" noValidate>
      <TextInput
        label="SKU"
        description="As your orders and labels name it"
        required
        maxLength={200}
        data-autofocus
        data-path="sku"
        {...form.getInputProps('sku')}
      />
      {locations.length === 0 ? (
        <Text size="sm" c="dimmed">
          There is no location yet, so nothing can be counted: add one under Locations.
        </Text>
      ) : (
        <Group grow align="flex-start">
          <NumberField label="On hand now" data-path="onHand" {...form.getInputProps('onHand')} />
          {locations.length > 1 && (
            <Select
              label="At"
              data={locations}
              allowDeselect={false}
              {...form.getInputProps('locationId')}
              value={form.values.locationId ?? locations[0]!.value}
            />
          )}
        </Group>
      )}
      <RuleFields form={form as unknown as UseFormReturnType<Rules>} />
    </FormFrame>
  );
}

export function RuleFields({ form, readOnly }: { form: UseFormReturnType<Rules>; readOnly?: boolean }) {
  const { tracked, backorders } = form.values;
  return (
    <>
      <Switch
        label="Keep count of this SKU"
        description="Otherwise orders reserve nothing"
        disabled={readOnly}
        {...form.getInputProps('tracked', { type: 'checkbox' })}
      />
      {tracked && (
        <>
          <Select
            label="When there is not enough"
            description="Orders that staff or other systems place are never refused: what is missing is short"
            data={BACKORDERS}
            allowDeselect={false}
            readOnly={readOnly}
            {...form.getInputProps('backorders')}
          />
          {backorders === 'some' && (
            <NumberField
              label="Most units beyond the stock"
              least={1}
              required
              readOnly={readOnly}
              data-path="backorderLimit"
              {...form.getInputProps('backorderLimit')}
            />
          )}
          <NumberField
            label="Low at"
            description="You are told when the stock falls to this number. Empty: never"
            readOnly={readOnly}
            data-path="lowAt"
            {...form.getInputProps('lowAt')}
          />
        </>
      )}
    </>
  );
}
