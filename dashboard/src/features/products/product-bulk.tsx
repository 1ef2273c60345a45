import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { openDialog } from '../../ui/dialog.tsx';
import { counted } from '../../ui/formats.ts';
import { runForEach } from '../../ui/run-for-each.tsx';
import { AT_ONCE, changeAll } from './change-all.ts';
import { CHANGED, type ListedProduct } from './product-status.tsx';

const TagSeveral = lazy(() => import('./tag-several.tsx'));

const ACTS = [
  {
    label: 'Activate',
    status: 'active',
    says: 'Shoppers find these products.',
    done: 'activated',
    // A product cannot become a draft again.
    before: 'archived',
  },
  {
    label: 'Archive',
    status: 'archived',
    says: 'Shoppers no longer find what is archived. Orders that name it stay as they are.',
    done: 'archived',
    before: 'active',
  },
] as const;

/** Actions for several products, in one request. */
export function ProductBulk({ products, clear }: { products: ListedProduct[]; clear: () => void }) {
  const button = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <>
      {ACTS.map(({ label, status, says, done, before }) => {
        const rows = products.filter((product) => product.status !== status);
        const count = counted(rows.length, 'product');
        const ask = () =>
          runForEach({
            title: `${label}: ${count}`,
            action: `${label} ${count}`,
            rows,
            nameOf: ({ title }) => title,
            run: {
              atOnce: AT_ONCE,
              run: (some) => changeAll(some, { status }),
              undo: (all) =>
                all.every((product) => product.status === before)
                  ? () => changeAll(all, { status: before })
                  : undefined,
            },
            said: (number) => `${counted(number, 'product')} ${done}`,
            invalidates: [...CHANGED],
            done: clear,
            children: says,
          });
        return (
          <Button key={label} {...button} disabled={rows.length === 0} onClick={ask}>
            {label}
            {rows.length > 0 && rows.length < products.length && ` ${rows.length}`}
          </Button>
        );
      })}
      <Button
        {...button}
        onClick={() =>
          openDialog(`Tags of ${counted(products.length, 'product')}`, (close) => (
            <Suspense>
              <TagSeveral products={products} clear={clear} close={close} />
            </Suspense>
          ))
        }
      >
        Tags
      </Button>
    </>
  );
}
