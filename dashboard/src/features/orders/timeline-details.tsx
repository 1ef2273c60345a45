import { Anchor, Text } from '@mantine/core';
import type { Item } from '../../api.ts';
import { NoteText } from '../../ui/note-text.tsx';
import { inWords } from '../../ui/status-badge.tsx';
import classes from './orders.module.css';

type Written = Pick<
  Item<'listOrderTimeline'>['details'],
  'method' | 'reference' | 'tracking' | 'reason' | 'comment'
>;

/** The texts of an entry, in the timeline of an order and of a customer. */
export function TimelineDetails({ details }: { details: Written }) {
  const { tracking, reason, comment } = details;
  const said = [details.method, details.reference, tracking?.carrier, tracking?.number, reason];
  const text = said.filter(Boolean).join(' · ');
  return (
    <>
      {comment !== undefined && (
        <Text size="sm" component="div" className={classes.comment}>
          <NoteText text={comment} />
        </Text>
      )}
      {text !== '' && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      )}
      {tracking?.url !== undefined && (
        <Anchor size="sm" href={tracking.url} target="_blank" rel="noreferrer noopener">
          Follow the parcel
        </Anchor>
      )}
    </>
  );
}

/** The changed fields in words: shippingAddress → shipping address. */
export const changedFields = (fields: string[] = []): string =>
  fields
    .map((field) => inWords(field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)).toLowerCase())
    .join(', ');
