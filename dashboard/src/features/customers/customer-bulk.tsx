import { Button } from '@mantine/core';
import { api, type OperationName } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { counted } from '../../ui/formats.ts';
import { type BulkAction, BulkActions } from '../../ui/list/bulk-actions.tsx';
import { saveRows } from '../../ui/list/rows-file.ts';
import { runForEach } from '../../ui/run-for-each.tsx';
import { CUSTOMER_COLUMNS, type ListedCustomer } from './customer-columns.tsx';

const AFFECTED: OperationName[] = ['listCustomers', 'getCustomer'];

/** The actions for the selected customers. */
export function CustomerBulk({ customers, clear }: { customers: ListedCustomer[]; clear: () => void }) {
  const mayEdit = useHasRole('editor');
  const addTag = () =>
    runForEach({
      ...{ rows: customers, nameOf, invalidates: AFFECTED, done: clear },
      title: `Tag: ${countOf(customers.length)}`,
      action: 'Add tag',
      asks: { label: 'Tag', description: 'Added to the tags that they have.', maxLength: 50 },
      run: ({ id, tags, version }, tag) =>
        api.updateCustomer({ path: { id }, ifMatch: version, body: { tags: [...new Set([...tags, tag])] } }),
      said: (count, tag) => `${countOf(count)} tagged “${tag}”`,
      undo:
        ({ id, tags }, { data: { version } }) =>
        () =>
          api.updateCustomer({ path: { id }, ifMatch: version, body: { tags } }),
    });
  const button = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <>
      {mayEdit && (
        <Button {...button} onClick={addTag}>
          Add tag
        </Button>
      )}
      {mayEdit && (
        <BulkActions
          {...{ selected: customers, clear, nameOf }}
          nouns={['customer', 'customers']}
          invalidates={AFFECTED}
          actions={ACTIONS}
        />
      )}
      <Button {...button} onClick={() => saveRows('selected-customers.csv', CUSTOMER_COLUMNS, customers)}>
        Export
      </Button>
    </>
  );
}

const nameOf = ({ name }: ListedCustomer) => name;
const archive = (id: string) => api.archiveCustomer({ path: { id } });
const unarchive = (id: string) => api.unarchiveCustomer({ path: { id } });

const ACTIONS: BulkAction<ListedCustomer>[] = [
  {
    label: 'Archive',
    of: ({ archivedAt }) => archivedAt === null,
    says: 'They leave the list and the search of new orders. Their orders stay, and they can be brought back.',
    done: 'archived',
    run: ({ id }) => archive(id),
    undo:
      ({ id }) =>
      () =>
        unarchive(id),
  },
  {
    label: 'Bring back',
    of: ({ archivedAt }) => archivedAt !== null,
    says: 'They are in the list again.',
    done: 'brought back',
    run: ({ id }) => unarchive(id),
    undo:
      ({ id }) =>
      () =>
        archive(id),
  },
];

const countOf = (count: number) => counted(count, 'customer');
