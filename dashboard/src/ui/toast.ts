/** Short messages about an action's success or failure. */
import { notifications } from '@mantine/notifications';
import { explain } from './explain.ts';

export const toast = {
  done: (message: string) => void notifications.show({ message, color: 'teal', autoClose: 4000 }),
  failed: (error: unknown) => {
    const { title, advice } = explain(error);
    notifications.show({ title, message: advice, color: 'red', autoClose: 10_000, role: 'alert' });
  },
};
