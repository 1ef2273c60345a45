import { Anchor, Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ContentType } from '../fields.ts';

const ORDERS: { value: ContentType['order']; label: string }[] = [
  { value: 'none', label: 'None: lists are sorted by times and fields' },
  { value: 'manual', label: 'By hand: editors choose it' },
  { value: 'tree', label: 'A tree: entries are also below each other' },
];

/** The order of the entries of a type; one that is saved leads to the entries. */
export function TypeOrder(props: {
  type: ContentType;
  value: ContentType['order'];
  onChange: (order: ContentType['order']) => void;
  error: ReactNode;
  readOnly: boolean;
}) {
  const { type, value, onChange, error, readOnly } = props;
  return (
    <Select
      mt="md"
      label="Order of its entries"
      description={
        type.order === 'none' ? undefined : (
          <Anchor component={Link} to={`/content/order/${type.name}`} size="sm" underline="always">
            Move entries
          </Anchor>
        )
      }
      allowDeselect={false}
      disabled={readOnly}
      data-path="order"
      data={ORDERS}
      value={value}
      onChange={(order) => order && onChange(order)}
      error={error}
    />
  );
}
