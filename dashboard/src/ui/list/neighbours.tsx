import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OperationName } from '../../api.ts';
import type { ListPages } from '../live-rows.ts';

/** The records before and after this one in the list from which it was opened. */
export function Neighbours(props: { list: OperationName; id: string; to: (id: string) => string }) {
  const { before, after } = useNeighbours(props.list, props.id);
  if (before === undefined && after === undefined) return null;
  return (
    <Group gap={4} wrap="nowrap">
      <Neighbour label="Previous" id={before} to={props.to} icon={IconChevronLeft} />
      <Neighbour label="Next" id={after} to={props.to} icon={IconChevronRight} />
    </Group>
  );
}

function Neighbour(props: {
  label: string;
  id: string | undefined;
  to: (id: string) => string;
  icon: typeof IconChevronLeft;
}) {
  const { label, id, to, icon: Icon } = props;
  if (id === undefined) {
    return (
      <ActionIcon variant="default" size="lg" aria-label={label} disabled>
        <Icon size={18} />
      </ActionIcon>
    );
  }
  return (
    <ActionIcon variant="default" size="lg" aria-label={label} component={Link} to={to(id)} replace>
      <Icon size={18} />
    </ActionIcon>
  );
}

/** Reads the lists in memory, the one that was read last first. */
function useNeighbours(list: OperationName, id: string) {
  const queries = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: [list] });
  const newest = queries.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const { state } of newest) {
    const pages = (state.data as ListPages | undefined)?.pages;
    const ids = pages?.flatMap((page) => page.data.map((row) => (row as { id: string }).id)) ?? [];
    const place = ids.indexOf(id);
    if (place !== -1) return { before: ids[place - 1], after: ids[place + 1] };
  }
  return { before: undefined, after: undefined };
}
