import { Button } from '@mantine/core';
import type { OperationName } from '../api.ts';
import { confirm } from './confirm.tsx';
import { useAction } from './use-data.ts';

/** Asks, deletes, and closes the dialog that has the button. */
export function RemoveButton(props: {
  name: string;
  consequence: string;
  list: OperationName;
  run: () => Promise<unknown>;
  close: () => void;
}) {
  const remove = useAction(props.run, {
    invalidates: [props.list],
    successMessage: `“${props.name}” is deleted`,
    done: props.close,
  });
  return (
    <Button
      variant="default"
      onClick={() =>
        confirm({
          title: `Delete “${props.name}”?`,
          children: props.consequence,
          action: 'Delete',
          danger: true,
          run: () => remove.mutateAsync(undefined),
        })
      }
    >
      Delete
    </Button>
  );
}
