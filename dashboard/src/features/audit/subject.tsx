/** The subject of an entry by its name: that of the entry itself, or the one that the record has now. */
import type { ReactNode } from 'react';
import { useSession } from '../../session/use-session.ts';
import { useData, useList } from '../../ui/use-data.ts';
import { nameInDetails, type Subject, subjectInWords } from './actions.ts';

const FEW = { query: { limit: 100 } };

/** Kinds of subjects that are looked up; each is one read for the whole list, but for customers. */
const LOOK_UPS: Record<string, (props: { entry: Subject }) => ReactNode> = {
  staff: ({ entry }) => <Named entry={entry} name={nameOf(useList('listStaff', FEW).rows, entry)?.name} />,
  api_key: ({ entry }) => (
    <Named entry={entry} name={nameOf(useList('listApiKeys', FEW).rows, entry)?.label} />
  ),
  webhook_subscription: ({ entry }) => (
    <Named entry={entry} name={nameOf(useList('listWebhookSubscriptions', FEW).rows, entry)?.name} />
  ),
  property: ({ entry }) => (
    <Named entry={entry} name={nameOf(useList('listProperties', FEW).rows, entry)?.name} />
  ),
  customer: ({ entry }) => (
    <Named entry={entry} name={useData('getCustomer', { path: { id: entry.subject.id } }).data?.name} />
  ),
  webhook_replay: OfSubscription,
  webhook_delivery: OfSubscription,
  tenant: ({ entry }) => <Named entry={entry} name={useSession().tenant.name} />,
};

const nameOf = <Row extends { id: string }>(rows: Row[], { subject }: Subject): Row | undefined =>
  rows.find(({ id }) => id === subject.id);

/** A replay and a delivery have no name of their own: they are those of a subscription. */
function OfSubscription({ entry }: { entry: Subject }) {
  const { rows } = useList('listWebhookSubscriptions', FEW);
  const { subscriptionId } = (entry.details ?? {}) as { subscriptionId?: string };
  const name = rows.find(({ id }) => id === subscriptionId)?.name;
  return <Named entry={entry} name={name && `to ${name}`} />;
}

const Named = ({ entry, name }: { entry: Subject; name: string | undefined }) => (
  <bdi>
    {name === undefined ? subjectInWords(entry) : `${entry.subject.type.replaceAll('_', ' ')} ${name}`}
  </bdi>
);

export function SubjectName({ entry }: { entry: Subject }) {
  const LookUp = nameInDetails(entry) === undefined ? LOOK_UPS[entry.subject.type] : undefined;
  return LookUp === undefined ? <bdi>{subjectInWords(entry)}</bdi> : <LookUp entry={entry} />;
}
