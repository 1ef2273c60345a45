import { Button } from '@mantine/core';
import { api, type OperationName } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { counted } from '../../ui/formats.ts';
import { saveRows } from '../../ui/list/rows-file.ts';
import { runForEach } from '../../ui/run-for-each.tsx';
import { CUSTOMER_COLUMNS, type ListedCustomer } from './customer-columns.tsx';

const AFFECTED: OperationName[] = ['listCustomers', 'getCustomer'];

/** The actions for the selected customers. */
export function CustomerBulk({ customers, clear }: { customers: ListedCustomer[]; clear: () => void }) {
  const mayEdit = useHasRole('editor');
  const active = customers.filter(({ archivedAt }) => archivedAt === null);
  const archived = customers.filter(({ archivedAt }) => archivedAt !== null);
  const many = (rows: ListedCustomer[]) => ({
    rows,
    nameOf: ({ name }: ListedCustomer) => name,
    invalidates: AFFECTED,
    done: clear,
  });
  const addTag = () =>
    runForEach({
      ...many(customers),
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
  const archive = () =>
    runForEach({
      ...many(active),
      title: `Archive: ${countOf(active.length)}`,
      action: `Archive ${countOf(active.length)}`,
      run: ({ id }) => api.archiveCustomer({ path: { id } }),
      said: (count) => `${countOf(count)} archived`,
      undo:
        ({ id }) =>
        () =>
          api.unarchiveCustomer({ path: { id } }),
      children:
        'They leave the list and the search of new orders. Their orders stay, and they can be brought back.',
    });
  const unarchive = () =>
    runForEach({
      ...many(archived),
      title: `Bring back: ${countOf(archived.length)}`,
      action: `Bring back ${countOf(archived.length)}`,
      run: ({ id }) => api.unarchiveCustomer({ path: { id } }),
      said: (count) => `${countOf(count)} brought back`,
      undo:
        ({ id }) =>
        () =>
          api.archiveCustomer({ path: { id } }),
      children: 'They are in the list again.',
    });
  const button = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <>
      {mayEdit && (
        <Button {...button} onClick={addTag}>
          Add tag
        </Button>
      )}
      {mayEdit && active.length > 0 && (
        <Button {...button} onClick={archive}>
          Archive
        </Button>
      )}
      {mayEdit && archived.length > 0 && (
        <Button {...button} onClick={unarchive}>
          Bring back
        </Button>
      )}
      <Button {...button} onClick={() => saveRows('selected-customers.csv', CUSTOMER_COLUMNS, customers)}>
        Export
      </Button>
    </>
  );
}

const countOf = (count: number) => counted(count, 'customer');
