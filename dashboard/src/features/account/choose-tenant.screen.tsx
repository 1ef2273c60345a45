import { Badge, Button, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lastSignIn } from '../../session/last-sign-in.ts';
import { safeNext } from '../../session/safe-next.ts';
import { switchTenant } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useAction, useData } from '../../ui/use-data.ts';
import { Front } from './public-layout.tsx';

/** The tenant of the last visit comes first, and Enter opens it. */
const lastFirst = <Tenant extends { slug: string }>(tenants: Tenant[]): Tenant[] =>
  tenants.toSorted((a, b) => Number(b.slug === lastSignIn().tenant) - Number(a.slug === lastSignIn().tenant));

/** Lets an account with several tenants choose one. */
export default function ChooseTenant() {
  const tenants = useData('listAuthTenants');
  const { next } = useSearch({ strict: false }) as { next?: string };
  const navigate = useNavigate();
  const choose = useAction(
    async ({ slug, current }: { slug: string; current: boolean }) => {
      if (current) await navigate({ href: safeNext(next), replace: true });
      else await switchTenant(slug);
    },
    { showsFailure: true },
  );
  return (
    <Front title="Choose a tenant" subtitle="You can switch at any time.">
      <Loaded query={tenants}>
        {(all) => (
          <Stack gap="sm">
            {lastFirst(all).map((tenant, index) => (
              <Button
                key={tenant.id}
                autoFocus={index === 0}
                variant="default"
                size="md"
                justify="space-between"
                rightSection={
                  <Badge variant="default" tt="none">
                    {tenant.slug === lastSignIn().tenant ? `${tenant.role}, last used` : tenant.role}
                  </Badge>
                }
                disabled={choose.isPending}
                onClick={() => choose.mutate(tenant)}
              >
                {tenant.name}
              </Button>
            ))}
            <ErrorNotice error={choose.error} />
          </Stack>
        )}
      </Loaded>
    </Front>
  );
}
