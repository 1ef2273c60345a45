import { Button, Group, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import type { Order } from './order.ts';

/** Adds a comment for the staff to the timeline of an order. */
export function CommentBox({ order: { id } }: { order: Order }) {
  const client = useQueryClient();
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { text: '' },
    send: ({ text }) => api.createOrderComment({ path: { id }, body: { text: text.trim() } }),
    invalidates: ['listOrderTimeline'],
    done: ({ data }) => {
      client.setQueryData(['getOrder', { path: { id } }], data);
      form.setValues({ text: '' });
    },
  });
  return (
    <form onSubmit={submit} data-sends>
      <Textarea
        aria-label="Comment"
        placeholder="Comment for your colleagues; the customer does not see it"
        autosize
        minRows={1}
        maxLength={4000}
        dir="auto"
        {...form.getInputProps('text')}
      />
      <ErrorNotice error={failure} />
      {form.values.text.trim() !== '' && (
        <Group justify="flex-end" mt="xs">
          <Button type="submit" size="xs" loading={sending}>
            Comment
          </Button>
        </Group>
      )}
    </form>
  );
}
