import { ActionIcon, Button, Table, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, memo, type ReactNode, useMemo, useState } from 'react';
import { formatNumber } from '../../../ui/formats.ts';
import { readNumber, written } from '../../../ui/number-field.tsx';
import classes from './grid.module.css';
import { type Cell, cellNameOf, type Row, type Typed } from './grid-values.ts';

/** Rows beyond these are shown on request: each cell is an input. */
const SHOWN_AT_FIRST = 100;

type Errors = Record<string, ReactNode>;

export function GridTable(props: {
  cells: Cell[];
  rows: Row[];
  errors: Errors;
  setRow: (index: number, row: Row) => void;
  paste: (text: string, row: number, cell: number) => void;
  remove: (index: number) => void;
  /** The units for sale of a SKU; undefined where no stock is kept. */
  availableOf: (sku: string) => number | undefined;
  readOnly: boolean;
}) {
  const { cells, rows, errors, setRow, remove, availableOf, readOnly } = props;
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  const widths = useMemo(() => widthsOf(cells, rows), [cells, rows]);
  /** A rectangle of cells is taken here; a single value goes into its input as usual. */
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData('text/plain');
    const place = placeOf(event.target);
    if (readOnly || place === null || !/[\t\n]/.test(text.trimEnd())) return;
    event.preventDefault();
    props.paste(text, place.row, place.cell);
    setShown((before) => Math.max(before, place.row + text.split('\n').length));
  };
  return (
    <>
      <div className={classes.frame}>
        <Table aria-label="Variants" onPaste={onPaste} onKeyDown={walk} className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              {cells.map(({ name, label, isNumber }) => (
                <Table.Th
                  key={name}
                  ta={isNumber ? 'right' : undefined}
                  miw={isNumber ? undefined : widths.get(name)}
                >
                  {label}
                </Table.Th>
              ))}
              <Table.Th ta="right">Available</Table.Th>
              {!readOnly && <Table.Th aria-label="Actions" />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, shown).map((row, index) => (
              <GridRow
                key={row.id ?? `new ${index}`}
                index={index}
                row={row}
                cells={cells}
                wrong={wrongIn(errors, index, row)}
                available={row.id === undefined ? undefined : availableOf(row.sku)}
                setRow={setRow}
                remove={remove}
                readOnly={readOnly}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {rows.length > shown && (
        <Button variant="subtle" size="xs" w="fit-content" onClick={() => setShown(shown + SHOWN_AT_FIRST)}>
          Show more of {formatNumber(rows.length)} variants
        </Button>
      )}
    </>
  );
}

const LONGEST = 28;

/** A column of texts is as wide as its longest one, within limits: an SKU that is cut off says nothing. */
function widthsOf(cells: Cell[], rows: Row[]): Map<string, string> {
  return new Map(
    cells.map(({ name, get }) => {
      const longest = rows.reduce((most, row) => Math.max(most, String(get(row)).length), 0);
      return [name, `${Math.min(longest, LONGEST) + 3}ch`];
    }),
  );
}

/** The names of the cells of a row that have problems, in one text, so that rows without a change are not drawn again. */
function wrongIn(errors: Errors, index: number, row: Row): string {
  const start = `variants.${index}.`;
  return Object.keys(errors)
    .filter((at) => at.startsWith(start))
    .map((at) => cellNameOf(at.slice(start.length), row))
    .join('\n');
}

/** A problem with all options is one of each. */
const isWrong = (wrong: string, { name }: Cell): boolean =>
  wrong.split('\n').some((at) => at === name || (at === 'optionValues' && name.startsWith('optionValues')));

const GridRow = memo(function GridRow(props: {
  index: number;
  row: Row;
  cells: Cell[];
  wrong: string;
  available: number | undefined;
  setRow: (index: number, row: Row) => void;
  remove: (index: number) => void;
  readOnly: boolean;
}) {
  const { index, row, cells, wrong, setRow, remove, readOnly } = props;
  return (
    <Table.Tr>
      {cells.map((cell, place) => (
        <Table.Td key={cell.name} className={classes.cell}>
          <CellInput
            label={`${cell.label} of variant ${index + 1}`}
            place={`${index} ${place}`}
            value={cell.get(row)}
            isNumber={cell.isNumber === true}
            currency={cell.currency}
            isWrong={isWrong(wrong, cell)}
            readOnly={readOnly}
            onChange={(text) => setRow(index, cell.set(row, text))}
          />
        </Table.Td>
      ))}
      <Table.Td ta="right">
        <Text size="sm" c={props.available === undefined || props.available > 0 ? 'dimmed' : 'red'}>
          {props.available === undefined ? '–' : formatNumber(props.available)}
        </Text>
      </Table.Td>
      {!readOnly && (
        <Table.Td className={classes.cell}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove variant ${index + 1}`}
            onClick={() => remove(index)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Table.Td>
      )}
    </Table.Tr>
  );
});

function CellInput(props: {
  label: string;
  place: string;
  value: Typed;
  isNumber: boolean;
  currency: string | undefined;
  isWrong: boolean;
  readOnly: boolean;
  onChange: (text: string) => void;
}) {
  const { label, place, value, isNumber, currency, readOnly, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const shown = isNumber && typed !== null && readNumber(typed) === value ? typed : written(value, currency);
  return (
    <input
      className={classes.input}
      aria-label={label}
      aria-invalid={props.isWrong || (isNumber && typeof value === 'string' && value !== '') || undefined}
      data-cell={place}
      data-number={isNumber || undefined}
      dir="auto"
      inputMode={isNumber ? 'decimal' : undefined}
      autoComplete="off"
      readOnly={readOnly}
      value={shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(event.currentTarget.value);
      }}
    />
  );
}

function placeOf(target: EventTarget): { row: number; cell: number } | null {
  const place = target instanceof HTMLInputElement ? target.dataset.cell : undefined;
  if (place === undefined) return null;
  const [row, cell] = place.split(' ').map(Number);
  return { row: row!, cell: cell! };
}

/** Enter and the arrows up and down stay in the column, as in a spreadsheet; Enter does not send the form. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const place = placeOf(event.target);
  const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (place === null || step === undefined) return;
  event.preventDefault();
  const next = document.querySelector(`[data-cell="${place.row + step} ${place.cell}"]`);
  if (!(next instanceof HTMLInputElement)) return;
  next.focus();
  next.select();
}
