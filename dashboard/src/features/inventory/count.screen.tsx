import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconClipboardCheck, IconClipboardText } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, api } from '../../api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { counted } from '../../ui/formats.ts';
import { Page } from '../../ui/page.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import classes from '../../ui/ui.module.css';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useList } from '../../ui/use-data.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { MOVED } from './adjust.tsx';
import { type Changed, CountRows, type Counts } from './count-rows.tsx';
import { useLocationOptions } from './locations.ts';
import { openPaste } from './paste-counts.tsx';

/** The most lines of one request. */
const MOST_COUNTS = 500;

export default function CountSheet() {
  const [filters, filter] = useFilters('locationId');
  // Not in the address: a search must not ask about unsaved counts.
  const [q, setQ] = useState<string | undefined>();
  const locations = useLocationOptions();
  const locationId = filters.locationId ?? locations[0]?.value;
  return (
    <Page
      title="Count stock"
      back={{ to: '/inventory', label: 'Inventory' }}
      description="Type what is there. Only what you typed is saved, all of it or nothing."
    >
      {locationId === undefined ? (
        <EmptyState icon={IconClipboardCheck} title="No location to count at">
          Add a location first.
        </EmptyState>
      ) : (
        <Stack>
          <Group gap="sm">
            <Select
              aria-label="Location"
              w={220}
              data={locations}
              allowDeselect={false}
              value={locationId}
              onChange={(id) => filter({ locationId: id ?? undefined })}
            />
            <SearchInput
              label="Search the stock"
              placeholder="SKU, or words of the product"
              value={q}
              onChange={setQ}
            />
          </Group>
          <Sheet key={locationId} locationId={locationId} q={q} />
        </Stack>
      )}
    </Page>
  );
}

function Sheet({ locationId, q }: { locationId: string; q: string | undefined }) {
  const items = useList('listItems', { query: { q, limit: 100 } });
  const [changed, setChanged] = useState<Changed>({});
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { reason: '', counts: {} as Counts },
    kept: { name: `counts ${locationId}` },
    send: async ({ reason, counts }) => {
      const lines = Object.entries(counts).map(([sku, { count, seen }]) => ({
        ...{ sku, locationId, seen },
        count: count as number,
      }));
      try {
        return await api.createAdjustment({ body: { reason: reason.trim() || 'Stock-taking', lines } });
      } catch (error) {
        setChanged(changedIn(error));
        throw error;
      }
    },
    invalidates: [...MOVED],
    successMessage: 'The counts are saved',
    done: () => {
      setChanged({});
      form.setValues({ reason: '', counts: {} });
    },
  });
  const { counts } = form.values;
  const set = (sku: string, count: number | string, seen: number) => {
    const { [sku]: before, ...others } = form.values.counts;
    const next = count === '' ? others : { ...others, [sku]: { count, seen: before?.seen ?? seen } };
    form.setFieldValue('counts', next);
  };
  /** The person has counted again, or knows: the count stands over what is there now. */
  const insist = (sku: string) => {
    const { [sku]: onHand = 0, ...others } = changed;
    setChanged(others);
    form.setFieldValue('counts', { ...counts, [sku]: { ...counts[sku]!, seen: onHand } });
  };
  const number = Object.keys(counts).length;
  const isWrong = Object.values(counts).some(({ count }) => typeof count !== 'number' || count < 0);
  const conflicts = Object.keys(changed).length;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <CountRows
          items={items}
          locationId={locationId}
          counts={counts}
          changed={changed}
          set={set}
          insist={insist}
        />
        {conflicts > 0 ? (
          <Text role="alert" size="sm" c="red">
            {conflicts === 1 ? 'One SKU has' : `${conflicts} SKUs have`} changed since you saw the stock.
            Nothing is saved yet: look at {conflicts === 1 ? 'it' : 'them'} above, then save again.
          </Text>
        ) : (
          <ErrorNotice error={failure} />
        )}
        <Group align="flex-end" className={classes.saveBar}>
          <TextInput
            label="Reason"
            placeholder="Stock-taking"
            maxLength={500}
            flex={1}
            miw={200}
            {...form.getInputProps('reason')}
          />
          <Button
            variant="default"
            leftSection={<IconClipboardText size={16} />}
            onClick={() =>
              openPaste(locationId, (pasted) => form.setFieldValue('counts', { ...counts, ...pasted }))
            }
          >
            Paste from a sheet
          </Button>
          <Button
            type="submit"
            loading={sending}
            disabled={number === 0 || number > MOST_COUNTS || isWrong || conflicts > 0}
          >
            {number === 0 ? 'Save counts' : `Save ${counted(number, 'count')}`}
          </Button>
        </Group>
        {number > MOST_COUNTS && (
          <Text size="sm" c="red">
            At most {MOST_COUNTS} counts are saved at once; a file takes more.
          </Text>
        )}
      </Stack>
    </form>
  );
}

function changedIn(error: unknown): Changed {
  const details = error instanceof ApiError ? (error.details as { lines?: unknown } | null) : null;
  if (!Array.isArray(details?.lines)) return {};
  const lines = details.lines as { sku: string; onHand: number }[];
  return Object.fromEntries(lines.map(({ sku, onHand }) => [sku, onHand]));
}
