import { Button, Group, MultiSelect, Select, Stack, Textarea } from '@mantine/core';
import { api } from '../../../api.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { useApiForm } from '../../../ui/use-api-form.ts';
import { useData } from '../../../ui/use-data.ts';
import { type ContentType, fieldsOf, labelOf } from '../fields.ts';

/** A new comment, or an answer in a thread. What it is about, and whom it mentions, is asked once words are there. */
export function CommentBox(props: {
  entryId: string;
  threadId?: string;
  /** The block that it is about. */
  blockId?: string | undefined;
  type: ContentType;
  /** The language on the screen, if the entry has several. */
  language?: string | undefined;
  done?: () => void;
}) {
  const { entryId, threadId, blockId, type, language, done } = props;
  const fields = fieldsOf(type);
  const isAnswer = threadId !== undefined;
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { text: '', field: null as string | null, mentions: [] as string[] },
    kept: { name: `comment ${threadId ?? blockId ?? ''}` },
    send: ({ text, field, mentions }) => {
      const isLocalised = fields.some(({ name, localised }) => name === field && localised);
      return api.createEntryComment({
        path: { id: entryId },
        body: {
          text: text.trim(),
          ...(isAnswer && { threadId }),
          ...(blockId !== undefined && { blockId }),
          ...(field !== null && { field }),
          ...(isLocalised && language !== undefined && { locale: language }),
          ...(mentions.length > 0 && { mentions }),
        },
      });
    },
    invalidates: ['listEntryComments', 'listEntryCommentPlaces'],
    done: () => {
      form.setValues({ text: '', field: null, mentions: [] });
      done?.();
    },
  });
  const isBegun = form.values.text.trim() !== '';
  const colleagues = useData('listContentColleagues', {}, { enabled: isBegun });
  return (
    <form onSubmit={submit} data-sends>
      <Stack gap="xs">
        <Textarea
          aria-label={isAnswer ? 'Answer' : 'Comment'}
          placeholder={isAnswer ? 'Your answer' : 'Comment for your colleagues'}
          autosize
          minRows={1}
          maxRows={12}
          maxLength={4000}
          dir="auto"
          data-autofocus={isAnswer || undefined}
          {...form.getInputProps('text')}
        />
        <ErrorNotice error={failure} />
        {isBegun && (
          <>
            {!isAnswer && blockId === undefined && (
              <Select
                size="xs"
                label="About"
                placeholder="The whole entry"
                clearable
                clearButtonProps={{ 'aria-label': 'About the whole entry' }}
                data={fields.map((field) => ({ value: field.name, label: labelOf(field) }))}
                {...form.getInputProps('field')}
              />
            )}
            {colleagues.data && (
              <MultiSelect
                size="xs"
                label="Tell"
                placeholder={form.values.mentions.length === 0 ? 'Nobody in particular' : undefined}
                searchable
                maxValues={10}
                data={colleagues.data.map(({ id, name }) => ({ value: id, label: name }))}
                {...form.getInputProps('mentions')}
              />
            )}
            <Group justify="flex-end">
              <Button type="submit" size="xs" loading={sending}>
                {isAnswer ? 'Send answer' : 'Comment'}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </form>
  );
}
