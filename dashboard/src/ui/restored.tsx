import { Alert, Anchor, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { createContext, type MouseEvent, type ReactNode, useContext, useState } from 'react';

type Discard = () => void;
const Reporter = createContext<(discard: Discard | null) => void>(() => {});

/** Reports to the screen or dialog around that a form was restored, with the function that takes it back. */
export const useRestoredReport = () => useContext(Reporter);

/** Says above a screen or dialog that what was typed before has been restored. */
export function RestoredFrame({ children }: { children: ReactNode }) {
  const [discard, setDiscard] = useState<Discard | null>(null);
  const [report] = useState(() => (next: Discard | null) => setDiscard(() => next));
  const drop = ({ currentTarget }: MouseEvent) => {
    discard?.();
    const around = currentTarget.closest('[role=dialog], main');
    around?.querySelector<HTMLElement>('form input, form textarea')?.focus();
  };
  return (
    <Reporter value={report}>
      {discard !== null && (
        <Alert color="blue" icon={<IconHistory aria-hidden />} role="status" mb="md" py="xs">
          <Group gap="xs">
            Restored what you had typed.
            <Anchor component="button" type="button" size="sm" underline="always" onClick={drop}>
              Discard
            </Anchor>
          </Group>
        </Alert>
      )}
      {children}
    </Reporter>
  );
}
