import { Button } from '@mantine/core';
import { api, type OperationName } from '../../api.ts';
import { counted } from '../../ui/formats.ts';
import { runForEach } from '../../ui/run-for-each.tsx';
import type { Discount } from './discount-form.tsx';

const AFFECTED: OperationName[] = ['listDiscounts', 'getDiscount'];

/** The actions for the selected codes. */
export function DiscountBulk({ discounts, clear }: { discounts: Discount[]; clear: () => void }) {
  const many = (rows: Discount[]) => ({
    rows,
    nameOf: ({ code }: Discount) => code,
    invalidates: AFFECTED,
    done: clear,
  });
  const turn = (active: boolean) => {
    const rows = discounts.filter((one) => one.active !== active);
    const action = `Turn ${active ? 'on' : 'off'} ${countOf(rows)}`;
    return {
      rows,
      ask: () =>
        runForEach({
          ...many(rows),
          title: action,
          action,
          run: ({ id, version }) => api.updateDiscount({ path: { id }, ifMatch: version, body: { active } }),
          said: (count) => `${counted(count, 'code')} turned ${active ? 'on' : 'off'}`,
          undo:
            ({ id }, { data: { version } }) =>
            () =>
              api.updateDiscount({ path: { id }, ifMatch: version, body: { active: !active } }),
          children: active
            ? 'Shoppers can use them at once, within their times and limits.'
            : 'Baskets that have them lose them. They can be turned on again.',
        }),
    };
  };
  const remove = () =>
    runForEach({
      ...many(discounts),
      title: `Delete ${countOf(discounts)}`,
      action: `Delete ${countOf(discounts)}`,
      danger: true,
      run: ({ id }) => api.deleteDiscount({ path: { id } }),
      said: (count) => `${counted(count, 'code')} deleted`,
      children: 'Baskets that have them lose them. Orders that used them stay as they are.',
    });
  const button = { size: 'compact-sm', variant: 'default' } as const;
  const [off, on] = [turn(false), turn(true)];
  return (
    <>
      {on.rows.length > 0 && (
        <Button {...button} onClick={on.ask}>
          Turn on
        </Button>
      )}
      {off.rows.length > 0 && (
        <Button {...button} onClick={off.ask}>
          Turn off
        </Button>
      )}
      <Button {...button} onClick={remove}>
        Delete
      </Button>
    </>
  );
}

const countOf = ({ length }: Discount[]) => counted(length, 'code');
