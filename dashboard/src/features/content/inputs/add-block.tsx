import { Button, Menu, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { BlockKind } from '../fields.ts';

/** The menu of the kinds of block that may be added. */
export function AddBlock(props: {
  kinds: BlockKind[];
  label: string;
  isFull: boolean;
  add: (kind: BlockKind) => void;
}) {
  const { kinds, label, isFull, add } = props;
  if (kinds.length === 0)
    return (
      <Text size="sm" c="dimmed" mt={6}>
        This field has no kinds of block yet.
      </Text>
    );
  const plus = <IconPlus size={14} />;
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <Button size="xs" variant="default" mt={8} leftSection={plus} disabled={isFull}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {kinds.map((kind) => (
          <Menu.Item key={kind.name} onClick={() => add(kind)}>
            {kind.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
