import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useEffect } from 'react';
import { ApiError, api, type OperationName } from '../../api.ts';
import { useHasRole, useSession } from '../../session/use-session.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { NoteText } from '../../ui/note-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { toast } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useData, useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { REVIEW_STATES, type Review } from './entry-status.tsx';
import { type ContentType, type Entry, isWhollyLive } from './fields.ts';
import type { useEntryForm } from './use-entry-form.ts';

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

/** The last authors of a version cannot approve it: those who saved it since a person last did. */
function useIsAuthor({ id, version }: Entry): boolean {
  const { actor } = useSession();
  // The panel of revisions asks the same, so both are one request.
  const { rows } = useList('listEntryRevisions', { path: { id }, query: { limit: 10 } });
  const since = rows.filter((one) => one.version <= version);
  const last = since.findIndex(({ reason }) => reason !== 'migrated');
  return since.slice(0, last + 1).some(({ author }) => author.type === actor.type && author.id === actor.id);
}

/** True while a review is the next step on the way to readers, and not the publication. */
export const awaitsReview = (
  type: ContentType,
  entry: Entry,
  review: Review | null | undefined,
  isDirty: boolean,
): boolean => {
  if (!type.review || (isWhollyLive(entry) && !isDirty)) return false;
  return isDirty || review?.status !== 'approved' || review.version !== entry.version;
};

/** The next step of a reviewed entry for this person; asking saves first, because saved values are reviewed. */
export function ReviewButton(props: {
  entry: Entry;
  review: Review | null | undefined;
  editing: ReturnType<typeof useEntryForm>;
  mayPublish: boolean;
}) {
  const { entry, review, editing, mayPublish } = props;
  const isAuthor = useIsAuthor(entry);
  const isAsked = !editing.isDirty && review?.version === entry.version && review.status === 'requested';
  if (isAsked && (isAuthor || !mayPublish)) {
    return (
      <Button
        disabled
        title={
          isAuthor
            ? 'Another person than its last author approves it.'
            : 'Somebody who may publish this type approves it.'
        }
      >
        In review
      </Button>
    );
  }
  if (isAsked) return <Button onClick={() => openDecide(entry)}>Review</Button>;
  return (
    <Button
      disabled={review === undefined || editing.conflict !== null}
      onClick={() => editing.saveThen(openAsk)}
    >
      Ask for a review
    </Button>
  );
}

type Shown = {
  entry: Entry;
  review: Review | null | undefined;
  mayEdit: boolean;
  mayPublish: boolean;
  isDirty: boolean;
};

/** Saved values are reviewed, not typed ones. */
export function ReviewPanel({ entry, review, mayEdit, mayPublish, isDirty }: Shown) {
  const isCurrent = review?.version === entry.version;
  const state =
    review && isCurrent ? REVIEW_STATES[review.status] : { label: 'Not reviewed', tone: 'quiet' as const };
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
              <Button size="xs" variant="default" onClick={() => openAsk(entry)}>
                Ask for a review …
              </Button>
            )}
            {mayPublish && (
              <Button size="xs" variant="default" onClick={() => openDecide(entry)}>
                Review …
              </Button>
            )}
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
          The last review was of version {version}: {REVIEW_STATES[status].label.toLowerCase()}.
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

const CHANGED: OperationName[] = ['getEntryReview', 'getEntry', 'listContentReviews'];

const openAsk = (entry: Entry) => openDialog('Ask for a review', (close) => <Ask {...{ entry, close }} />);
const openDecide = (entry: Entry) =>
  openDialog(`Review of version ${entry.version}`, (close) => <Decide {...{ entry, close }} />);

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
    invalidates: CHANGED,
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
    invalidates: CHANGED,
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
