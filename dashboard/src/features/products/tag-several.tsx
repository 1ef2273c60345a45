/** Adds tags to several products, and removes others. */
import { Stack, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { counted } from '../../ui/formats.ts';
import { Run } from '../../ui/run-dialog.tsx';
import { AT_ONCE, changeAll, takeBackTags } from './change-all.ts';
import { CHANGED, type ListedProduct } from './product-status.tsx';

export default function TagSeveral(props: {
  products: ListedProduct[];
  clear: () => void;
  close: () => void;
}) {
  const { products, clear, close } = props;
  const [addTags, setAdded] = useState<string[]>([]);
  const [removeTags, setRemoved] = useState<string[]>([]);
  const change = { addTags, removeTags };
  return (
    <Run
      action="Change tags"
      isIncomplete={addTags.length + removeTags.length === 0}
      rows={products}
      nameOf={({ title }) => title}
      run={{
        atOnce: AT_ONCE,
        run: (some) => changeAll(some, change),
        undo: (all) => () => takeBackTags(all, change),
      }}
      said={(count) => `Tags of ${counted(count, 'product')} changed`}
      invalidates={[...CHANGED]}
      done={clear}
      close={close}
    >
      <Stack>
        <TagsInput label="Add" data-autofocus value={addTags} onChange={setAdded} />
        <TagsInput label="Remove" value={removeTags} onChange={setRemoved} />
      </Stack>
    </Run>
  );
}
