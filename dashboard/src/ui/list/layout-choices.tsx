import { ActionIcon, Button, Checkbox, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { Column } from './column.ts';
import { type Layout, shownColumns } from './use-layout.ts';

type Props = { all: Column<never>[]; layout: Layout; change: (changed: Partial<Layout>) => void };

export default function LayoutChoices({ all, layout, change }: Props) {
  return (
    <Stack gap="sm" miw={230}>
      <Columns all={all} layout={layout} change={change} />
      <Either
        label="Rows"
        of={['Roomy', 'Compact']}
        second={layout.isCompact}
        onChange={(isCompact) => change({ isCompact })}
      />
      <Either
        label="Dates"
        of={['Relative', 'Full']}
        second={layout.hasFullDates}
        onChange={(hasFullDates) => change({ hasFullDates })}
      />
      <Button
        variant="default"
        size="xs"
        disabled={layout.columns === null && Object.keys(layout.widths).length === 0}
        onClick={() => change({ columns: null, widths: {} })}
      >
        Show the usual columns
      </Button>
    </Stack>
  );
}

function Columns({ all, layout, change }: Props) {
  const shown = shownColumns(all, layout.columns).map(({ header }) => header);
  const hidden = all.map(({ header }) => header).filter((header) => !shown.includes(header));
  const movable = shown.slice(1);
  const move = (header: string, by: number) => {
    const next = movable.filter((each) => each !== header);
    next.splice(movable.indexOf(header) + by, 0, header);
    change({ columns: next });
  };
  return (
    <Stack gap={4} role="group" aria-label="Shown columns">
      {[...movable, ...hidden].map((header) => {
        const place = movable.indexOf(header);
        return (
          <Group key={header} gap={4} justify="space-between" wrap="nowrap">
            <Checkbox
              label={header}
              checked={place !== -1}
              onChange={() =>
                change({
                  columns: place === -1 ? [...movable, header] : movable.filter((each) => each !== header),
                })
              }
            />
            {place !== -1 && (
              <Group gap={0} wrap="nowrap">
                <Move header={header} to="left" disabled={place === 0} onClick={() => move(header, -1)} />
                <Move
                  header={header}
                  to="right"
                  disabled={place === movable.length - 1}
                  onClick={() => move(header, 1)}
                />
              </Group>
            )}
          </Group>
        );
      })}
    </Stack>
  );
}

function Move(props: { header: string; to: 'left' | 'right'; disabled: boolean; onClick: () => void }) {
  const Icon = props.to === 'left' ? IconArrowUp : IconArrowDown;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={`Move ${props.header} to the ${props.to}`}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon size={14} />
    </ActionIcon>
  );
}

function Either(props: {
  label: string;
  of: [string, string];
  second: boolean;
  onChange: (second: boolean) => void;
}) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{props.label}</Text>
      <SegmentedControl
        size="xs"
        aria-label={props.label}
        data={props.of}
        value={props.of[props.second ? 1 : 0]}
        onChange={(value) => props.onChange(value === props.of[1])}
      />
    </Group>
  );
}
