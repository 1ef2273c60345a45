import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { api } from '../../../api.ts';
import { useSession } from '../../../session/use-session.ts';
import { ConflictNotice } from '../../../ui/conflict-notice.tsx';
import { CURRENCIES } from '../../../ui/currency.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { formatNumber } from '../../../ui/formats.ts';
import { Facts, Panel } from '../../../ui/panel.tsx';
import { useList } from '../../../ui/use-data.ts';
import { useGuardedForm } from '../../../ui/use-guarded-form.ts';
import { CHANGED } from '../product-status.tsx';
import { type Parts, usePart } from '../use-parts.ts';
import { GridTable } from './grid-table.tsx';
import {
  bodyOf,
  type Cell,
  cellNameOf,
  cellsOf,
  columnsOfText,
  combine,
  filledCells,
  type Grid,
  newRow,
  type Option,
  paste,
  type Row,
  skuFrom,
  valuesOf,
  withOptions,
} from './grid-values.ts';
import { OptionsEditor } from './options-editor.tsx';

/** `variants.3.prices.0.amount` is "Row 4, Price (USD)". */
function cellInWords(path: string, rows: Row[], cells: Cell[]): string {
  const [, index, ...rest] = path.split('.');
  const row = rows[Number(index)];
  const name = row === undefined ? '' : cellNameOf(rest.join('.'), row);
  const cell = cells.find((one) => one.name === name)?.label ?? (name.startsWith('option') ? 'Options' : '');
  return [`Row ${Number(index) + 1}`, ...(cell === '' ? [] : [cell])].join(', ');
}

const MOST_SKUS = 100;

/** The units for sale of the saved variants, the first hundred of them. */
function useAvailable(skus: string[]): (sku: string) => number | undefined {
  const isOn = useSession().tenant.modules.includes('inventory');
  const asked = skus.filter((sku) => !sku.includes(',')).slice(0, MOST_SKUS);
  const query = { skus: asked.join(','), limit: MOST_SKUS };
  const { rows } = useList('listItems', { query }, { enabled: isOn && asked.length > 0 });
  return useMemo(() => {
    const units = new Map(rows.filter(({ tracked }) => tracked).map((item) => [item.sku, item.available]));
    return (sku: string) => units.get(sku);
  }, [rows]);
}

/** All variants of a product as a sheet: typed, pasted or combined from its options, and saved in one request. */
export function VariantGrid(props: {
  grid: Grid;
  /** The title of the product, for new SKUs. */
  title: string;
  /** The currencies of the columns of prices. */
  currencies: string[];
  addCurrency: (currency: string) => void;
  mayEdit: boolean;
  parts: Parts;
}) {
  const { grid, title, currencies, addCurrency, mayEdit, parts } = props;
  const path = { id: grid.productId };
  const { form, submit, sending, failure, conflict } = useGuardedForm({
    seen: { ...grid, id: grid.productId },
    valuesOf,
    send: (values, ifMatch) => api.replaceProductVariants({ path, ifMatch, body: bodyOf(values) }),
    reload: async () => {
      const { data } = await api.getProductVariants({ path });
      return { ...data, id: data.productId };
    },
    invalidates: [...CHANGED],
    successMessage: 'The variants are saved',
    done: () => parts.done('variants'),
  });
  usePart(parts, 'variants', { isDirty: form.isDirty(), sending, isHeld: conflict !== null, submit });
  const { options, variants } = form.values;
  // Restored values may have prices in currencies that were added before.
  const codes = [...new Set([...currencies, ...variants.flatMap(({ prices }) => Object.keys(prices))])].join(
    ' ',
  );
  const all = useMemo(() => cellsOf(options, codes.split(' ')), [options, codes]);
  const [hasAll, showAll] = useState(false);
  // A column that had a value stays, so that none goes while it is edited.
  const hadValues = useRef(new Set<string>());
  for (const { name } of filledCells(all, variants)) hadValues.current.add(name);
  const filled = [...hadValues.current].join('\n');
  const cells = useMemo(
    () => (hasAll ? all : all.filter(({ name }) => filled.split('\n').includes(name))),
    [all, filled, hasAll],
  );
  const { setFieldValue, getValues } = form;
  const setRow = useCallback(
    (index: number, row: Row) => setFieldValue('variants', getValues().variants.with(index, row)),
    [setFieldValue, getValues],
  );
  const setRows = (rows: Row[]) => form.setFieldValue('variants', rows);
  const setOptions = (next: Option[]) => {
    form.setValues({ options: next, variants: withOptions(variants, options, next) });
  };
  const optionsError = Object.entries(form.errors).find(([at]) => at.startsWith('options'))?.[1];
  const availableOf = useAvailable(grid.variants.map(({ sku }) => sku));
  const problems = Object.entries(form.errors).filter(([at]) => at.startsWith('variants'));
  return (
    <Panel
      title="Variants"
      description="Each has its own SKU, prices and stock. Cells take what you copy from a spreadsheet."
      actions={
        mayEdit && (
          <Select
            aria-label="Add a currency"
            placeholder="Add a currency"
            data={CURRENCIES.filter(({ value }) => !currencies.includes(value))}
            searchable
            w={180}
            value={null}
            onChange={(code) => code !== null && addCurrency(code)}
          />
        )
      }
    >
      <Stack>
        <OptionsEditor options={options} onChange={setOptions} readOnly={!mayEdit} error={optionsError} />
        {variants.length > 0 && (
          <GridTable
            cells={cells}
            rows={variants}
            errors={form.errors}
            setRow={setRow}
            paste={(text, row, cell) => {
              // A wider rectangle goes over all columns, in their order.
              const isWider = cell + columnsOfText(text) > cells.length;
              if (isWider) showAll(true);
              const at = isWider ? all.findIndex(({ name }) => name === cells[cell]!.name) : cell;
              setRows(paste(variants, isWider ? all : cells, text, row, at));
            }}
            remove={(index) => setRows(variants.toSpliced(index, 1))}
            availableOf={availableOf}
            readOnly={!mayEdit}
          />
        )}
        {variants.length === 0 && (
          <Text size="sm" c="dimmed">
            No variants yet. A product without sizes or colours has one: its SKU and its price.
          </Text>
        )}
        {mayEdit && (
          <Group gap="sm">
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} />}
              onClick={() => setRows([...variants, newRow(options.map(({ values }) => values[0] ?? ''))])}
            >
              Add a variant
            </Button>
            {options.length > 0 && (
              <Button
                variant="default"
                size="xs"
                onClick={() => setRows(combine(options, variants, skuFrom(variants, title)))}
              >
                Add all combinations
              </Button>
            )}
            {variants.length > 0 && cells.length < all.length && (
              <Button variant="subtle" size="xs" onClick={() => showAll(true)}>
                Show {all.length - cells.length} empty columns
              </Button>
            )}
          </Group>
        )}
        {conflict && (
          <ConflictNotice
            {...conflict}
            theirs={<Facts facts={[['Variants', formatNumber(conflict.theirs.variants.length)]]} />}
          />
        )}
        {problems.length > 0 ? (
          <Text size="sm" c="red" role="alert">
            {problems.length === 1
              ? 'One cell has a problem:'
              : `${problems.length} cells have problems; the first:`}{' '}
            {cellInWords(problems[0]![0], variants, cells)}: {problems[0]![1]}
          </Text>
        ) : (
          <ErrorNotice error={failure} />
        )}
      </Stack>
    </Panel>
  );
}
