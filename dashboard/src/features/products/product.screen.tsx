import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle, IconEyeOff } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { api } from '../../api.ts';
import { useHasRole, useSession } from '../../session/use-session.ts';
import { Columns } from '../../ui/columns.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import classes from '../../ui/ui.module.css';
import { useAction, useData } from '../../ui/use-data.ts';
import { ProductForm } from './product-form.tsx';
import { CHANGED, type Product, ProductStatus } from './product-status.tsx';
import { useParts } from './use-parts.ts';
import { currenciesOf, type Grid } from './variants/grid-values.ts';
import { VariantGrid } from './variants/variant-grid.tsx';
import { WhereSold } from './where-sold.tsx';

export default function ProductScreen() {
  const { id = '' } = useParams({ strict: false });
  const product = useData('getProduct', { path: { id } });
  const grid = useData('getProductVariants', { path: { id } });
  const mayEdit = useHasRole('editor');
  const own = useSession().tenant.currency;
  // Outlive a save, after which the grid begins anew.
  const [added, setAdded] = useState<string[]>([]);
  const currencies = useMemo(
    () => currenciesOf(grid.data ?? { variants: [] }, own, added),
    [grid.data, own, added],
  );
  const parts = useParts();
  const [below, setBelow] = useState<HTMLElement | null>(null);
  return (
    <Page
      title={product.data?.title ?? 'Product'}
      back={{ to: '/products', label: 'Products' }}
      description={product.data && <ProductStatus status={product.data.status} />}
      actions={mayEdit && product.data && <Actions product={product.data} />}
    >
      <Loaded query={product}>
        {(data) => (
          <Columns isFirst facts={<WhereSold id={id} />}>
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                parts.save();
              }}
            >
              <Stack gap="lg">
                <Unsold product={data} grid={grid.data} />
                <ProductForm
                  key={`form ${data.version}`}
                  product={data}
                  mayEdit={mayEdit}
                  parts={parts}
                  below={below}
                />
                <Loaded query={grid}>
                  {(seen) => (
                    <VariantGrid
                      key={`grid ${seen.version}`}
                      grid={seen}
                      title={data.title}
                      currencies={currencies}
                      addCurrency={(code) => setAdded((before) => [...before, code])}
                      mayEdit={mayEdit}
                      parts={parts}
                    />
                  )}
                </Loaded>
                <Stack gap="lg" ref={setBelow} />
                {mayEdit && (
                  <Group justify="flex-end" className={classes.save} data-dirty={parts.isDirty || undefined}>
                    <Button type="submit" loading={parts.sending} disabled={parts.isHeld || !parts.isDirty}>
                      Save product
                    </Button>
                  </Group>
                )}
              </Stack>
            </form>
          </Columns>
        )}
      </Loaded>
    </Page>
  );
}

/** What a product still needs before somebody can buy it. */
function Unsold({ product, grid }: { product: Product; grid: Grid | undefined }) {
  const { currency } = useSession().tenant;
  if (grid === undefined || product.status === 'archived') return null;
  const isPriced = grid.variants.some(({ prices }) => prices.length > 0);
  if (isPriced && product.status === 'active') return null;
  return (
    <Alert
      color={isPriced ? 'gray' : 'yellow'}
      icon={isPriced ? <IconEyeOff aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={isPriced ? 'Shoppers do not see this draft' : 'Nobody can buy it yet'}
    >
      {isPriced
        ? 'Activate it when it is complete.'
        : `It has no price. Add a variant with a SKU and a price in ${currency} below, and save.`}
    </Alert>
  );
}

function Actions({ product }: { product: Product }) {
  const { id, status, title } = product;
  const navigate = useNavigate();
  const options = { invalidates: [...CHANGED] };
  const activate = useAction(() => api.activateProduct({ path: { id } }), {
    ...options,
    successMessage: 'The product is active',
  });
  const archive = useAction(() => api.archiveProduct({ path: { id } }), {
    ...options,
    successMessage: 'The product is archived',
    undo: () => () => api.activateProduct({ path: { id } }),
  });
  const remove = useAction(() => api.deleteProduct({ path: { id } }), {
    invalidates: ['listProducts', 'countProducts'],
    successMessage: 'The product is deleted',
    showsFailure: true,
    done: () => void navigate({ to: '/products' }),
  });
  const askToRemove = () =>
    confirm({
      title: `Delete ${title}?`,
      children:
        'Its variants and their prices are deleted too. Orders that name it stay. This cannot be undone.',
      action: 'Delete product',
      danger: true,
      run: () => remove.mutateAsync(undefined),
    });
  return (
    <>
      {status !== 'active' && (
        <Button variant="default" onClick={askToRemove}>
          Delete
        </Button>
      )}
      {status === 'active' ? (
        <Button variant="default" loading={archive.isPending} onClick={() => archive.mutate(undefined)}>
          Archive
        </Button>
      ) : (
        <Button loading={activate.isPending} onClick={() => activate.mutate(undefined)}>
          Activate
        </Button>
      )}
    </>
  );
}
