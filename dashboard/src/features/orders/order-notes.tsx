import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { NoteText } from '../../ui/note-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useGuardedForm } from '../../ui/use-guarded-form.ts';
import type { Order } from './order.ts';

type Notes = Pick<Order, 'customerNote' | 'internalNote'>;

export function OrderNotes({ order, mayEdit }: { order: Order; mayEdit: boolean }) {
  const [editing, setEditing] = useState(false);
  if (editing) {
    return (
      <Panel title="Notes">
        <EditNotes order={order} close={() => setEditing(false)} />
      </Panel>
    );
  }
  return (
    <Panel
      title="Notes"
      actions={
        mayEdit && (
          <Button size="xs" variant="default" onClick={() => setEditing(true)} aria-label="Edit notes">
            Edit
          </Button>
        )
      }
    >
      <NoteTexts notes={order} />
    </Panel>
  );
}

function NoteTexts({ notes }: { notes: Notes }) {
  return (
    <Stack gap="sm">
      <Note label="From the customer" text={notes.customerNote} />
      <Note label="Internal, hidden from the customer" text={notes.internalNote} />
    </Stack>
  );
}

function Note({ label, text }: { label: string; text: string | null }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" component="div">
        {text === null ? '–' : <NoteText text={text} />}
      </Text>
    </div>
  );
}

function EditNotes({ order, close }: { order: Order; close: () => void }) {
  const { id } = order;
  const { form, submit, sending, failure, conflict, drop } = useGuardedForm({
    seen: order,
    valuesOf: ({ customerNote, internalNote }: Order) => ({
      customerNote: customerNote ?? '',
      internalNote: internalNote ?? '',
    }),
    send: ({ customerNote, internalNote }, ifMatch) =>
      api.updateOrder({
        path: { id },
        ifMatch,
        body: { customerNote: customerNote || null, internalNote: internalNote || null },
      }),
    reload: async () => (await api.getOrder({ path: { id } })).data,
    invalidates: ['getOrder', 'listOrderTimeline'],
    successMessage: 'The notes are saved',
    done: close,
  });
  return (
    <form onSubmit={submit} data-sends>
      <Stack>
        <Textarea
          label="From the customer"
          autosize
          minRows={2}
          maxLength={5000}
          {...form.getInputProps('customerNote')}
        />
        <Textarea
          label="Internal"
          description="Hidden from the customer."
          autosize
          minRows={2}
          maxLength={5000}
          {...form.getInputProps('internalNote')}
        />
        {conflict && <ConflictNotice {...conflict} theirs={<NoteTexts notes={conflict.theirs} />} />}
        <ErrorNotice error={failure} />
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            onClick={() => {
              drop();
              close();
            }}
          >
            Cancel
          </Button>
          <Button type="submit" loading={sending} disabled={conflict !== null}>
            Save notes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
