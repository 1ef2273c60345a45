import { ActionIcon, Button, Group, Popover, TextInput, Tooltip } from '@mantine/core';
import { IconBookmarkPlus, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { NOTHING, type OrderFilters, sameFilters } from './order-filters.ts';
import { BUILT_IN, useSavedViews, type View } from './saved-views.ts';

/** The views of the order list: three built-in ones, and the saved ones. */
export function ViewBar(props: { filters: OrderFilters; filter: (change: OrderFilters) => void }) {
  const { views, save, remove } = useSavedViews();
  const all = [...BUILT_IN, ...views];
  const current = all.find((view) => sameFilters(view.filters, props.filters));
  const isOwn = current !== undefined && views.includes(current);
  return (
    <Group gap={6} role="group" aria-label="Views">
      {all.map((view) => (
        <Button
          key={view.name}
          size="compact-sm"
          variant={view === current ? 'filled' : 'default'}
          aria-pressed={view === current}
          onClick={() => props.filter({ ...NOTHING, ...view.filters })}
        >
          {view.name}
        </Button>
      ))}
      {isOwn && (
        <Tooltip label={`Forget the view “${current.name}”`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Forget the view ${current.name}`}
            onClick={() => remove(current.name)}
          >
            <IconX size={14} />
          </ActionIcon>
        </Tooltip>
      )}
      {current === undefined && <SaveView filters={props.filters} save={save} />}
    </Group>
  );
}

function SaveView({ filters, save }: { filters: OrderFilters; save: (view: View) => void }) {
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save({ name: name.trim(), filters });
    setOpened(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-start" withinPortal>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBookmarkPlus size={14} />}
          onClick={() => setOpened((before) => !before)}
        >
          Save view
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Save view">
        <form onSubmit={submit}>
          <Group align="flex-end" gap="xs">
            <TextInput
              label="Name"
              description="Kept in this browser."
              size="xs"
              required
              maxLength={40}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" size="xs" disabled={name.trim() === ''}>
              Save
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
