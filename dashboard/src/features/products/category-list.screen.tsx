import { ActionIcon, Button, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import {
  IconArrowsMove,
  IconCategory,
  IconDots,
  IconGripVertical,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { HTMLAttributes } from 'react';
import { useHasRole } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import classes from './categories.module.css';
import { type Branch, useCategories } from './categories.ts';
import { openCategory, removeCategory } from './category-form.tsx';
import { openMove } from './category-move.tsx';
import { useCategoryDrag } from './use-category-drag.ts';

export default function CategoryList() {
  const mayEdit = useHasRole('editor');
  const tree = useCategories();
  const { isDragging, lineProps, endProps } = useCategoryDrag(tree, mayEdit);
  return (
    <Page
      title="Categories"
      description={`How shoppers find their way. A product may be in several.${mayEdit ? ' Drag a category to move it with all below it.' : ''}`}
      actions={
        mayEdit && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => openCategory(null, null)}>
            Add category
          </Button>
        )
      }
    >
      {tree.length === 0 ? (
        <EmptyState icon={IconCategory} title="No categories yet">
          Such as Tea, with Green and Black below it: six levels at most.
        </EmptyState>
      ) : (
        <Paper withBorder component="ul" className={classes.tree} aria-label="Categories">
          {tree.map((branch) => (
            <Line
              key={branch.category.id}
              branch={branch}
              mayEdit={mayEdit}
              drag={lineProps(branch.category)}
            />
          ))}
          {isDragging && (
            <li className={classes.line} {...endProps}>
              <Text size="sm" c="dimmed">
                Drop here to put it at the top
              </Text>
            </li>
          )}
        </Paper>
      )}
    </Page>
  );
}

type LineProps = { branch: Branch; mayEdit: boolean; drag: HTMLAttributes<HTMLLIElement> };

function Line({ branch: { category, depth, name }, mayEdit, drag }: LineProps) {
  return (
    <li className={classes.line} style={{ paddingInlineStart: 16 + depth * 24 }} {...drag}>
      {mayEdit && <IconGripVertical size={15} className={classes.grip} aria-hidden />}
      <Stack gap={0} className={classes.name}>
        <Link to="/products" search={{ categoryId: category.id } as never} className={classes.link}>
          <bdi>{category.name}</bdi>
        </Link>
        <Text size="xs" c="dimmed">
          <bdi>{category.handle}</bdi>
        </Text>
      </Stack>
      {mayEdit && (
        <Group gap={4} wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Add below ${name}`}
            onClick={() => openCategory(null, category.id)}
          >
            Add below
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconPencil size={16} />}
                onClick={() => openCategory(category, category.parentId)}
              >
                Edit …
              </Menu.Item>
              <Menu.Item leftSection={<IconArrowsMove size={16} />} onClick={() => openMove(category)}>
                Move …
              </Menu.Item>
              <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => removeCategory(category)}>
                Delete …
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      )}
    </li>
  );
}
