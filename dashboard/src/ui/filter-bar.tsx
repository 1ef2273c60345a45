/** The search and the filters of a list: each filter in use is a chip that opens its control, and can be removed. */
import { ActionIcon, Button, Group, Menu, Popover } from '@mantine/core';
import { IconFilterPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './filter-bar.module.css';
import { SearchInput } from './search-input.tsx';
import type { Filters } from './use-filters.ts';

export type FilterField<Name extends string> = {
  label: string;
  /** The parameters in the address that belong to this filter. */
  names: Name[];
  /** The chosen value in words. */
  inWords: (filters: Filters<Name>) => ReactNode;
  control: (filters: Filters<Name>, change: (change: Filters<Name>) => void) => ReactNode;
  /** For a filter that shares a parameter with others; else it is set if one of its parameters is. */
  isSet?: (filters: Filters<Name>) => boolean;
  /** The change that removes it, if that is more or less than removing its parameters. */
  without?: (filters: Filters<Name>) => Filters<Name>;
};

type Props<Name extends string> = {
  fields: FilterField<Name>[];
  filters: Filters<Name>;
  change: (change: Filters<Name>) => void;
  search?: { label: string; placeholder: string; name: Name };
  children?: ReactNode;
};

export function FilterBar<Name extends string>({ fields, filters, change, search, children }: Props<Name>) {
  const [opened, setOpened] = useState<string | null>(null);
  const isSet = ({ names, isSet }: FilterField<Name>) =>
    isSet?.(filters) ?? names.some((name) => filters[name] !== undefined);
  const shown = fields.filter((field) => isSet(field) || field.label === opened);
  const unset = fields.filter((field) => !shown.includes(field));
  const cleared = (names: Name[]) =>
    Object.fromEntries(names.map((name) => [name, undefined])) as Filters<Name>;
  return (
    <Group gap="xs" role="group" aria-label="Filters">
      {search && (
        <SearchInput
          label={search.label}
          placeholder={search.placeholder}
          value={filters[search.name]}
          onChange={(text) => change({ [search.name]: text } as Filters<Name>)}
        />
      )}
      <div className={classes.chips}>
        {shown.map((field) => (
          <Chip
            key={field.label}
            field={field}
            filters={filters}
            change={change}
            isOpen={opened === field.label}
            setOpen={(isOpen) => setOpened(isOpen ? field.label : null)}
            remove={() => {
              setOpened(null);
              change(field.without?.(filters) ?? cleared(field.names));
            }}
          />
        ))}
        {unset.length > 0 && (
          <Menu position="bottom-start" withinPortal>
            <Menu.Target>
              <Button variant="default" leftSection={<IconFilterPlus size={16} aria-hidden />}>
                Filter
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {unset.map(({ label }) => (
                // The menu returns the focus first; the chip that appears takes it after that.
                <Menu.Item key={label} onClick={() => setTimeout(() => setOpened(label))}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        {children}
        {fields.some(isSet) && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={() =>
              change({
                ...Object.assign({}, ...fields.map(({ without }) => without?.(filters))),
                ...cleared([...fields.flatMap(({ names }) => names), ...(search ? [search.name] : [])]),
              })
            }
          >
            Clear
          </Button>
        )}
      </div>
    </Group>
  );
}

function Chip<Name extends string>(props: {
  field: FilterField<Name>;
  filters: Filters<Name>;
  change: (change: Filters<Name>) => void;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  remove: () => void;
}) {
  const { field, filters, change, isOpen, setOpen } = props;
  const value = field.inWords(filters);
  return (
    <Group gap={0} wrap="nowrap" className={classes.chip}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus shadow="md">
        <Popover.Target>
          <button type="button" className={classes.value} onClick={() => setOpen(!isOpen)}>
            {field.label}
            {value !== undefined && value !== '' && <span>: {value}</span>}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={field.label} miw={260}>
          {field.control(filters, change)}
        </Popover.Dropdown>
      </Popover>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Remove the filter ${field.label}`}
        onClick={props.remove}
      >
        <IconX size={14} />
      </ActionIcon>
    </Group>
  );
}
