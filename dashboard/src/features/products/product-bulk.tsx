import { Button, Group, Stack, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api.ts';
import { confirm } from '../../ui/confirm.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useAction } from '../../ui/use-data.ts';
import { CHANGED, type ListedProduct } from './product-status.tsx';

type Change = { status?: 'active' | 'archived'; addTags?: string[]; removeTags?: string[] };

/** Actions for several products, in one request. */
export function ProductBulk({ products, clear }: { products: ListedProduct[]; clear: () => void }) {
  const count = products.length === 1 ? '1 product' : `${products.length} products`;
  const change = useAction(
    async (body: Change) =>
      (await api.changeProductsInBulk({ body: { ids: products.map(({ id }) => id), ...body } })).data,
    {
      invalidates: [...CHANGED],
      done: ({ changed, unchanged, failed }) => {
        const rest = unchanged > 0 ? `, ${unchanged} were so already` : '';
        if (failed.length === 0) toast.done(`${changed} changed${rest}`);
        else {
          const [first] = failed as [(typeof failed)[number]];
          const name = products.find(({ id }) => id === first.id)?.title ?? 'One product';
          const others = failed.length > 1 ? ` So do ${failed.length - 1} more.` : '';
          toast.refused(`“${name}” stays as it is: ${first.message}${others}`);
        }
        clear();
      },
    },
  );
  const archive = () =>
    confirm({
      title: `Archive ${count}?`,
      children: 'Shoppers no longer find what is archived. Orders that name it stay as they are.',
      action: `Archive ${count}`,
      run: () => change.mutateAsync({ status: 'archived' }),
    });
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => change.mutate({ status: 'active' })}>
        Activate
      </Button>
      <Button size="compact-sm" variant="default" onClick={archive}>
        Archive
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() =>
          openDialog(`Tags of ${count}`, (close) => (
            <Tags
              send={async (body) => {
                await change.mutateAsync(body);
                close();
              }}
            />
          ))
        }
      >
        Tags
      </Button>
    </>
  );
}

function Tags({ send }: { send: (change: Change) => Promise<void> }) {
  const [addTags, setAdded] = useState<string[]>([]);
  const [removeTags, setRemoved] = useState<string[]>([]);
  return (
    <Stack>
      <TagsInput label="Add" data-autofocus value={addTags} onChange={setAdded} />
      <TagsInput label="Remove" value={removeTags} onChange={setRemoved} />
      <Group justify="flex-end">
        <Button
          disabled={addTags.length + removeTags.length === 0}
          onClick={() => void send({ addTags, removeTags })}
        >
          Change tags
        </Button>
      </Group>
    </Stack>
  );
}
