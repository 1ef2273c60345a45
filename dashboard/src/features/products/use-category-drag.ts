/** Drag and drop in the tree of categories: onto a line, below it; onto its upper edge, before it; at the end, to the top. */
import { type DragEvent, useState } from 'react';
import { type Branch, type Category, isBelow, type Place } from './categories.ts';
import { moveCategory } from './category-move.tsx';

const UPPER_EDGE = 0.3;

export function useCategoryDrag(tree: Branch[], isOn: boolean) {
  const [dragged, setDragged] = useState<Category | null>(null);
  /** The line under the pointer, and whether its upper edge is; the end of the list is null. */
  const [over, setOver] = useState<{ id: string | null; isEdge: boolean } | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const drop = (event: DragEvent, place: Place) => {
    event.preventDefault();
    if (dragged !== null) void moveCategory(tree, dragged, place);
    end();
  };
  const isEdge = ({ clientY, currentTarget }: DragEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect();
    return clientY < top + height * UPPER_EDGE;
  };
  const lineProps = (category: Category) => ({
    draggable: isOn,
    'data-over': over?.id === category.id ? (over.isEdge ? 'before' : 'below') : undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', category.name);
      setDragged(category);
    },
    onDragEnd: end,
    onDragOver: (event: DragEvent) => {
      // A category cannot be below itself.
      if (dragged === null || isBelow(category, dragged)) return setOver(null);
      event.preventDefault();
      setOver({ id: category.id, isEdge: isEdge(event) });
    },
    onDrop: (event: DragEvent) =>
      drop(
        event,
        isEdge(event)
          ? { parentId: category.parentId, beforeId: category.id }
          : { parentId: category.id, beforeId: null },
      ),
  });
  const endProps = {
    'data-over': over?.id === null ? 'below' : undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver({ id: null, isEdge: false });
    },
    onDrop: (event: DragEvent) => drop(event, { parentId: null, beforeId: null }),
  };
  return { isDragging: dragged !== null, lineProps, endProps };
}
