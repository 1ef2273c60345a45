import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Input } from '../../../../sdk/client.ts';
import { api } from '../../api.ts';
import { saveFile } from '../../ui/save-file.ts';

type Query = NonNullable<Input<'getOrderExport'>['query']>;

const FILES: { label: string; name: string; query: Query }[] = [
  { label: 'CSV, a row for each order', name: 'orders.csv', query: { format: 'csv', rows: 'orders' } },
  { label: 'CSV, a row for each line', name: 'order-lines.csv', query: { format: 'csv', rows: 'lines' } },
  { label: 'NDJSON, with everything', name: 'orders.ndjson', query: { format: 'ndjson' } },
];

/** Exports the list with its current filters to a file. */
export function ExportMenu({ query }: { query: Query }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>The orders of this list</Menu.Label>
        {FILES.map(({ label, name, query: kind }) => (
          <Menu.Item
            key={name}
            onClick={() => void saveFile(name, () => api.getOrderExport({ query: { ...query, ...kind } }))}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
