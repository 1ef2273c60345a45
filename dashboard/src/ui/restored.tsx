import { Alert, Anchor, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { createContext, type MouseEvent, type ReactNode, useContext, useState } from 'react';
import frame from './page.module.css';

type Discard = () => void;
const Reporter = createContext<(discard: Discard | null) => void>(() => {});
const Restored = createContext<Discard | null>(null);

/** Reports to the screen or dialog around that a form was restored, with the function that takes it back. */
export const useRestoredReport = () => useContext(Reporter);

/** Lies around a screen or a dialog, so that its forms can report. */
export function RestoredFrame({ children }: { children: ReactNode }) {
  const [discard, setDiscard] = useState<Discard | null>(null);
  const [report] = useState(() => (next: Discard | null) => setDiscard(() => next));
  return (
    <Reporter value={report}>
      <Restored value={discard}>{children}</Restored>
    </Reporter>
  );
}

/** Says that what was typed before has been restored. */
export function RestoredNotice() {
  const discard = useContext(Restored);
  if (discard === null) return null;
  const drop = ({ currentTarget }: MouseEvent) => {
    discard();
    const around = currentTarget.closest('[role=dialog], main');
    around?.querySelector<HTMLElement>('form input, form textarea')?.focus();
  };
  return (
    <Alert color="blue" icon={<IconHistory aria-hidden />} role="status" py="xs" className={frame.restored}>
      <Group gap="xs">
        Restored what you had typed.
        <Anchor component="button" type="button" size="sm" underline="always" onClick={drop}>
          Discard
        </Anchor>
      </Group>
    </Alert>
  );
}
