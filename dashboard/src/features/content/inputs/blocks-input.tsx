import { Input, Stack } from '@mantine/core';
import { useCallback, useContext, useMemo, useRef, useState } from 'react';
import { moved } from '../../../ui/item-buttons.tsx';
import { toast } from '../../../ui/toast.ts';
import { useOpensSought } from '../comments/discussed.ts';
import type { BlockKind } from '../fields.ts';
import { AddBlock } from './add-block.tsx';
import { type Block, copyOf, newBlock } from './block.ts';
import { BlockRow } from './block-row.tsx';
import { EditingContext, type InputProps, useCommon } from './editing.ts';

/** With more blocks than these, all are closed at first: the page is an outline. */
const OPEN_AT_FIRST = 3;

/** A list of blocks: added by kind, moved by drag or by buttons, closed to a line. */
export function BlocksInput(props: InputProps<Block[]>) {
  const { item, path, value = [], label } = props;
  const { readOnly, error, description } = useCommon(props);
  const { blocks, defaultLocale, clear } = useContext(EditingContext);
  const [open, setOpen] = useState(
    () => new Set(value.length <= OPEN_AT_FIRST ? value.map(({ id }) => id) : []),
  );
  const [dragged, setDragged] = useState<number | null>(null);
  const kinds = useMemo(
    () => (item.blocks ?? []).flatMap((name) => blocks.get(name) ?? []),
    [item.blocks, blocks],
  );
  // Rows keep their functions, so that a change of one block renders that block alone.
  const latest = useRef({ value, props });
  latest.current = { value, props };

  const put = useCallback(
    (next: Block[], isArranged = true) => {
      const { onChange, path } = latest.current.props;
      // Errors are by place, and places have changed.
      if (isArranged) clear(path, true);
      onChange(next.length === 0 ? undefined : next);
      latest.current.value = next;
    },
    [clear],
  );
  const toggle = useCallback((id: string, isOpen: boolean) => {
    setOpen((before) => {
      const after = new Set(before);
      if (isOpen) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  useOpensSought(value, (id) => toggle(id, true));
  const insert = useCallback(
    (block: Block, at: number) => {
      put(latest.current.value.toSpliced(at, 0, block));
      toggle(block.id, true);
    },
    [put, toggle],
  );
  const add = useCallback(
    (kind: BlockKind, at = latest.current.value.length) => insert(newBlock(kind, defaultLocale), at),
    [insert, defaultLocale],
  );
  const actions = {
    toggle,
    add,
    change: useCallback(
      (index: number, block: Block) => put(latest.current.value.with(index, block), false),
      [put],
    ),
    move: useCallback((from: number, to: number) => put(moved(latest.current.value, from, to)), [put]),
    duplicate: useCallback(
      (index: number) => insert(copyOf(latest.current.value[index]!), index + 1),
      [insert],
    ),
    remove: useCallback(
      (index: number, name: string) => {
        const gone = latest.current.value[index]!;
        put(latest.current.value.toSpliced(index, 1));
        toast.done(`${name} is removed`, () =>
          put(latest.current.value.toSpliced(Math.min(index, latest.current.value.length), 0, gone)),
        );
      },
      [put],
    ),
    drag: setDragged,
  };
  const isFull = item.maxItems !== undefined && value.length >= item.maxItems;
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div" data-path={path}>
      <Stack gap={6} mt={6} role="list" aria-label={label}>
        {value.map((block, index) => (
          <BlockRow
            key={block.id}
            {...actions}
            block={block}
            kind={blocks.get(block.type)}
            kinds={isFull ? NONE : kinds}
            index={index}
            count={value.length}
            path={`${path}.${index}`}
            isOpen={open.has(block.id)}
            dragged={dragged}
          />
        ))}
      </Stack>
      {!readOnly && <AddBlock kinds={kinds} label={`Add to ${label}`} add={add} isFull={isFull} />}
    </Input.Wrapper>
  );
}

const NONE: BlockKind[] = [];
