import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useEffect } from 'react';
import { ApiError, api, type Data } from '../../api.ts';
import { useHasRole, useSession } from '../../session/use-session.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { NoteText } from '../../ui/note-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { toast } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useData } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import type { ContentType, Entry } from './fields.ts';

type Review = NonNullable<Data<'getEntryReview'>>;

const STATES: Record<Review['status'], { label: string; tone: Tone }> = {
  requested: { label: 'Waits for its review', tone: 'busy' },
  approved: { label: 'Approved', tone: 'good' },
  changes_requested: { label: 'Changes asked for', tone: 'warn' },
};

/** The review of an entry whose type demands one before it is published. */
export const useReview = (entry: Entry, type: ContentType): Review | null | undefined =>
  useData('getEntryReview', { path: { id: entry.id } }, { refetchInterval: 10_000, enabled: type.review })
    .data;

/** Calls back once this version is approved, if publishing was refused for want of that: the refusal holds no more. */
export function useApproval(
  entry: Entry,
  review: Review | null | undefined,
  refusal: unknown,
  approved: () => void,
): void {
  const isApproved = review?.status === 'approved' && review.version === entry.version;
  const wasRefused = refusal instanceof ApiError && refusal.code === 'review_required';
  // biome-ignore lint/correctness/useExhaustiveDependencies: an approval that was there before does not take away a later refusal
  useEffect(() => {
    if (isApproved && wasRefused) approved();
  }, [isApproved]);
}

type Shown = { entry: Entry; review: Review | null | undefined; mayEdit: boolean; isDirty: boolean };

/** Saved values are reviewed, not typed ones. */
export function ReviewPanel({ entry, review, mayEdit, isDirty }: Shown) {
  const isCurrent = review?.version === entry.version;
  const state =
    review && isCurrent ? STATES[review.status] : { label: 'Not reviewed', tone: 'quiet' as const };
  const mayAsk = !(review && isCurrent && review.status === 'approved');
  return (
    <Panel title="Review" description="Another person approves a version before it is published.">
      <Stack gap="xs">
        <Group gap="xs">
          <StatusBadge tone={state.tone}>{state.label}</StatusBadge>
          <Text size="sm" c="dimmed">
            Version {entry.version}
          </Text>
        </Group>
        {review && <Told review={review} isCurrent={isCurrent} />}
        {mayEdit && isDirty && (
          <Text size="sm" c="dimmed">
            Save the draft first: what is saved is reviewed.
          </Text>
        )}
        {mayEdit && !isDirty && (
          <Group gap="xs">
            {mayAsk && (
              <Button
                size="xs"
                variant="default"
                onClick={() => openDialog('Ask for a review', (close) => <Ask {...{ entry, close }} />)}
              >
                Ask for a review …
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                openDialog(`Review of version ${entry.version}`, (close) => <Decide {...{ entry, close }} />)
              }
            >
              Review …
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}

function Told({ review, isCurrent }: { review: Review; isCurrent: boolean }) {
  const { askedBy, note, decidedBy, decidedAt, decisionNote, overridden, version, status } = review;
  return (
    <>
      {!isCurrent && (
        <Text size="sm">
          The last review was of version {version}: {STATES[status].label.toLowerCase()}.
        </Text>
      )}
      {askedBy && (
        <Text size="xs" c="dimmed">
          <bdi>{askedBy.name}</bdi> asked <When at={review.createdAt} />
        </Text>
      )}
      {note && <NoteText text={note} />}
      {decidedBy && (
        <Text size="xs" c="dimmed">
          <bdi>{decidedBy.name}</bdi> {overridden ? 'approved without another person' : 'decided'}{' '}
          <When at={decidedAt} />
        </Text>
      )}
      {decisionNote && <NoteText text={decisionNote} />}
    </>
  );
}

const CHANGED = ['getEntryReview', 'getEntry'] as const;

function Ask({ entry, close }: { entry: Entry; close: () => void }) {
  const colleagues = useData('listContentColleagues');
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { note: '', reviewerId: null as string | null },
    send: ({ note, reviewerId }) =>
      api.requestEntryReview({
        path: { id: entry.id },
        body: {
          version: entry.version,
          ...(note.trim() !== '' && { note: note.trim() }),
          ...(reviewerId !== null && { reviewerId }),
        },
      }),
    invalidates: [...CHANGED],
    successMessage: 'A review is asked for',
    done: close,
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Ask for a review">
      <Select
        label="Of"
        placeholder="Anybody"
        clearable
        searchable
        data-path="reviewerId"
        clearButtonProps={{ 'aria-label': 'Of anybody' }}
        data={(colleagues.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('reviewerId')}
      />
      <Textarea
        label="Note"
        autosize
        maxLength={2000}
        dir="auto"
        data-path="note"
        {...form.getInputProps('note')}
      />
    </FormFrame>
  );
}

function Decide({ entry, close }: { entry: Entry; close: () => void }) {
  const { actor } = useSession();
  const isOwner = useHasRole('owner');
  const { form, submit, sending, failure } = useApiForm({
    // A note that is restored without its decision would approve what it asks to change.
    initialValues: { note: '', decision: 'approve' as 'approve' | 'request_changes' | 'override' },
    send: ({ note, decision }) =>
      api.decideEntryReview({
        path: { id: entry.id },
        body: {
          version: entry.version,
          decision: decision === 'request_changes' ? decision : 'approve',
          ...(note.trim() !== '' && { note: note.trim() }),
          ...(decision === 'override' && { override: true }),
        },
      }),
    invalidates: [...CHANGED],
    done: (_, { decision }) => {
      toast.done(decision === 'request_changes' ? 'Changes are asked for' : 'The version is approved');
      close();
    },
  });
  const { decision } = form.values;
  const data = [
    { value: 'approve', label: 'Approve this version' },
    { value: 'request_changes', label: 'Ask for changes' },
    ...(isOwner && actor.type === 'staff'
      ? [{ value: 'override', label: 'Approve without another person' }]
      : []),
  ];
  return (
    <FormFrame
      {...{ submit, sending, failure, close }}
      action={decision === 'request_changes' ? 'Ask for changes' : 'Approve'}
    >
      <Select label="Decision" allowDeselect={false} data={data} {...form.getInputProps('decision')} />
      <Textarea
        label={decision === 'override' ? 'Reason, for the audit log' : 'Note'}
        required={decision !== 'approve'}
        autosize
        minRows={2}
        maxLength={2000}
        dir="auto"
        data-path="note"
        {...form.getInputProps('note')}
      />
    </FormFrame>
  );
}
