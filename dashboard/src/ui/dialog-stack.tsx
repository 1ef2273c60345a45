import { Modal } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { closeDialog, currentDialogs, DialogId, removeDialog, subscribeToDialogs } from './dialog.tsx';
import { RestoredFrame, RestoredNotice } from './restored.tsx';

/** The open dialogs, one over the other. Keys and focus belong to the last one. */
export default function DialogStack() {
  const dialogs = useSyncExternalStore(subscribeToDialogs, currentDialogs);
  const top = dialogs.findLast(({ isOpen }) => isOpen);
  return dialogs.map((dialog) => {
    const { id, title, size, content, holders, isOpen } = dialog;
    const isTop = dialog === top;
    return (
      <Modal
        key={id}
        opened={isOpen}
        onClose={() => closeDialog(id)}
        onExitTransitionEnd={() => removeDialog(id)}
        title={title}
        size={size}
        closeOnClickOutside={isTop && dialog.closesOutside}
        closeOnEscape={isTop && holders === 0}
        withCloseButton={holders === 0}
        trapFocus={isTop}
      >
        <DialogId value={id}>
          <RestoredFrame>
            <RestoredNotice />
            {content}
          </RestoredFrame>
        </DialogId>
      </Modal>
    );
  });
}
