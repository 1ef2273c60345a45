import { Box, Button, Stack, Switch } from '@mantine/core';
import { IconBuildingWarehouse, IconPlus } from '@tabler/icons-react';
import { api } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import type { Column } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { turnOnAndOff } from '../../ui/list/bulk-actions.tsx';
import { LongName } from '../../ui/list/long-name.tsx';
import { ShortList } from '../../ui/list/short-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useAction, useData } from '../../ui/use-data.ts';
import { NEVER_HAD_STOCK, openLocation, removeLocation } from './location-form.tsx';
import type { StockLocation } from './locations.ts';

export default function LocationList() {
  const mayChange = useHasRole('admin');
  return (
    <Page
      title="Locations"
      isWide
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
        <ShortList
          name="listLocations"
          label="Locations"
          columns={COLUMNS}
          usual={byPriority}
          nouns={['location', 'locations']}
          file="locations.csv"
          open={mayChange ? openLocation : undefined}
          bulk={mayChange && { actions: ACTIONS, invalidates: ['listLocations', 'listItems', 'getItem'] }}
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
        <LongName>{name}</LongName>
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
    text: ({ active }) => (active ? 'In use' : 'Not in use'),
    render: InUse,
  },
];

/** The order in which stock is taken. */
const byPriority = (one: StockLocation, other: StockLocation) => one.priority - other.priority;

const ACTIONS = [
  ...turnOnAndOff<StockLocation>(
    (id, ifMatch, active) => api.updateLocation({ path: { id }, ifMatch, body: { active } }),
    {
      on: 'Orders take stock from them.',
      off: 'Orders take no stock from them. What is counted there stays.',
    },
  ),
  {
    label: 'Delete',
    says: NEVER_HAD_STOCK,
    done: 'deleted',
    danger: true,
    run: removeLocation,
  },
];

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
