/** Moves a category with all below it: by a dialog, for keyboards, and by the list's drag and drop. */
import { Button, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { api, queries } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { type Branch, type Category, isBelow, movesTo, type Place, useCategories } from './categories.ts';

export async function moveCategory(tree: Branch[], moved: Category, place: Place): Promise<void> {
  const moves = movesTo(tree, moved, place);
  if (moves.length === 0) return;
  try {
    for (const { category, body } of moves) {
      await api.updateCategory({ path: { id: category.id }, ifMatch: category.version, body });
    }
    toast.done(`${moved.name} is moved`);
  } catch (error) {
    toast.failed(error);
  } finally {
    await queries.invalidateQueries({ queryKey: ['listCategories'] });
  }
}

export const openMove = (category: Category) =>
  openDialog(`Move ${category.name}`, (close) => <MoveForm category={category} close={close} />);

// Options, because a keyboard cannot clear a choice.
const NOTHING = { value: '', label: 'Nothing: at the top' };
const AS_LAST = { value: '', label: 'Nothing: as the last' };

function MoveForm({ category, close }: { category: Category; close: () => void }) {
  const tree = useCategories();
  const [parentId, setParentId] = useState(category.parentId);
  const [beforeId, setBeforeId] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const others = tree.filter((branch) => !isBelow(branch.category, category));
  const siblings = others.filter((branch) => branch.category.parentId === parentId);
  const submit = async () => {
    setSending(true);
    await moveCategory(tree, category, { parentId, beforeId });
    close();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack>
        <Select
          label="Below"
          allowDeselect={false}
          searchable
          data-autofocus
          data={[NOTHING, ...others.map(({ category: { id }, name }) => ({ value: id, label: name }))]}
          value={parentId ?? ''}
          onChange={(value) => {
            setParentId(value || null);
            setBeforeId(null);
          }}
        />
        <Select
          label="Before"
          allowDeselect={false}
          searchable
          data={[AS_LAST, ...siblings.map(({ category: { id, name } }) => ({ value: id, label: name }))]}
          value={beforeId ?? ''}
          onChange={(value) => setBeforeId(value || null)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={sending}>
            Move category
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
