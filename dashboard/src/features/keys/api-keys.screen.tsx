import { Anchor, Button } from '@mantine/core';
import { IconKey, IconListSearch, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar, type FilterField } from '../../ui/filter-bar.tsx';
import { chosenFrom, oneOf } from '../../ui/filter-fields.tsx';
import { ShortList, useWholeList } from '../../ui/list/short-list.tsx';
import { Page } from '../../ui/page.tsx';
import { useData } from '../../ui/use-data.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { keyColumns } from './key-columns.tsx';
import type { Key } from './key-state.ts';
import { NewKey } from './new-key.tsx';
import { ALL_SCOPES, type Scope } from './scopes.ts';
import { useRevoke } from './use-revoke.ts';

const create = () => openDialog('New API key', (close) => <NewKey close={close} />, 'lg');

const SCOPES = ALL_SCOPES.map((scope) => ({ value: scope, label: scope }));

const FILTERS: FilterField<'state' | 'scope'>[] = [
  oneOf('State', 'state', { active: 'Active', expired: 'Expired', revoked: 'Revoked' }),
  chosenFrom('Scope', 'scope', () => SCOPES),
];

const ACTIONS = [
  {
    label: 'Revoke',
    of: ({ revokedAt }: Key) => revokedAt === null,
    says: 'They are refused from their next request on. A revoked key cannot be brought back.',
    done: 'revoked',
    danger: true,
    run: ({ id }: Key) => api.deleteApiKey({ path: { id } }),
  },
];

const A_MINUTE = 60_000;

/** Every key of the tenant with its usage, for developers. */
export default function ApiKeys() {
  const [filters, filter] = useFilters('state', 'scope');
  const input = {
    query: { state: filters.state as 'active' | undefined, scope: filters.scope as Scope | undefined },
  };
  const keys = useWholeList('listApiKeys', input);
  const usage = useData(
    'listApiKeyUsage',
    { query: { hours: 24 } },
    { refetchInterval: A_MINUTE, refetchOnMount: 'always' },
  ).data;
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = keys.rows.length === 0 && !isFiltered;
  const revoke = useRevoke();
  const columns = useMemo(
    () => keyColumns(revoke, (key) => usage?.find(({ keyId }) => keyId === key.id)),
    [revoke, usage],
  );
  const button = (
    <Button leftSection={<IconPlus size={16} />} onClick={create}>
      Create key
    </Button>
  );
  return (
    <Page
      title="API keys"
      isWide
      description={
        <>
          For shops, scripts and other programs. A key acts as an editor and does no more than its scopes
          allow.{' '}
          <Anchor component={Link} to="/settings/ai-integrations" underline="always">
            Connect an assistant
          </Anchor>
          {', or make a '}
          <Anchor component={Link} to="/developers/keys/storefront" underline="always">
            public key for a shop
          </Anchor>
        </>
      }
      actions={
        !isEmpty && (
          <>
            <Button
              component={Link}
              to="/developers/requests"
              variant="default"
              leftSection={<IconListSearch size={16} />}
            >
              Request log
            </Button>
            {button}
          </>
        )
      }
    >
      {!isEmpty && <FilterBar fields={FILTERS} filters={filters} change={filter} />}
      <ShortList
        name="listApiKeys"
        input={input}
        label="API keys"
        to={(key) => `/developers/keys/${key.id}`}
        columns={columns}
        nouns={['key', 'keys']}
        file="api-keys.csv"
        bulk={{ actions: ACTIONS, invalidates: ['listApiKeys', 'getApiKey'] }}
        empty={
          isFiltered ? (
            <EmptyState icon={IconKey} title="No key matches">
              Clear the filters to see the others.
            </EmptyState>
          ) : (
            <EmptyState icon={IconKey} title="No keys yet" action={button}>
              A key lets a program work with your orders, content and media. Give each program its own, with
              as few scopes as it needs: then one can be revoked without stopping the others.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
