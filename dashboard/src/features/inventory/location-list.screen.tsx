import { Box, Button, Group, Stack, Switch } from '@mantine/core';
import { IconBuildingWarehouse, IconPlus } from '@tabler/icons-react';
import { api } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useAction, useData, useList } from '../../ui/use-data.ts';
import { openLocation, removeLocation } from './location-form.tsx';
import type { StockLocation } from './locations.ts';

export default function LocationList() {
  const mayChange = useHasRole('admin');
  const all = useList('listLocations', { query: { limit: 100 } });
  // In the order in which stock is taken.
  const locations = { ...all, rows: all.rows.toSorted((one, other) => one.priority - other.priority) };
  return (
    <Page
      title="Locations"
      description="Where your stock is. An order takes its units from the first location that has all of them."
      actions={
        mayChange && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => openLocation(null)}>
            Add location
          </Button>
        )
      }
    >
      <Stack gap="lg">
        <DataList
          label="Locations"
          list={locations}
          rowKey={({ id }) => id}
          columns={mayChange ? [...COLUMNS, ACTIONS] : COLUMNS}
          nouns={['location', 'locations']}
          empty={
            <EmptyState icon={IconBuildingWarehouse} title="No locations yet">
              A warehouse, a shop, a shelf at home: stock is counted by location, and there is at least one.
            </EmptyState>
          }
        />
        <Imports mayChange={mayChange} />
      </Stack>
    </Page>
  );
}

const InUse = ({ active }: { active: boolean }) => (
  <StatusBadge tone={active ? 'good' : 'quiet'}>{active ? 'In use' : 'Not in use'}</StatusBadge>
);

const COLUMNS: Column<StockLocation>[] = [
  {
    header: 'Location',
    text: ({ name }) => name,
    render: ({ name, active }) => (
      <>
        <bdi>{name}</bdi>
        <Box hiddenFrom="xs">
          <InUse active={active} />
        </Box>
      </>
    ),
  },
  { header: 'Code', from: 'xs', text: ({ code }) => code, render: ({ code }) => <bdi>{code}</bdi> },
  {
    header: 'Order of taking',
    from: 'sm',
    align: 'right',
    text: ({ priority }) => priority,
    render: ({ priority }) => priority,
  },
  {
    header: 'State',
    from: 'xs',
    render: InUse,
  },
];

const ACTIONS: Column<StockLocation> = {
  header: 'Actions',
  align: 'right',
  render: (location) => (
    <Group gap="xs" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Change ${location.name}`}
        onClick={() => openLocation(location)}
      >
        Change
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Remove ${location.name}`}
        onClick={() => removeLocation(location)}
      >
        Remove
      </Button>
    </Group>
  ),
};

function Imports({ mayChange }: { mayChange: boolean }) {
  const settings = useData('getInventorySettings');
  const change = useAction(
    (importsTakeStock: boolean) => api.changeInventorySettings({ body: { importsTakeStock } }),
    { invalidates: ['getInventorySettings'], successMessage: 'The setting is saved' },
  );
  return (
    <Panel title="Imported orders">
      <Loaded query={settings}>
        {({ importsTakeStock }) => (
          <Switch
            label="Imported orders take stock"
            description="Off: they are history, and leave the stock as it is"
            disabled={!mayChange || change.isPending}
            checked={importsTakeStock}
            onChange={(event) => change.mutate(event.currentTarget.checked)}
          />
        )}
      </Loaded>
    </Panel>
  );
}
