import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { switchTenant } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { toast } from '../ui/toast.ts';
import { useData } from '../ui/use-data.ts';
import classes from './shell.module.css';

/** Shows the current tenant and switches to another one of the account. */
export function TenantMenu() {
  const { tenant } = useSession();
  const [opened, setOpened] = useState(false);
  const tenants = useData('listAuthTenants', undefined, { enabled: opened });
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-start" width={240} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.block}>
          <span className={classes.mark} aria-hidden>
            {tenant.name.charAt(0).toUpperCase()}
          </span>
          <div className={classes.grow}>
            <strong>
              <bdi>{tenant.name}</bdi>
            </strong>
            <VisuallyHidden>, switch tenant</VisuallyHidden>
          </div>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Your tenants</Menu.Label>
        {(tenants.data ?? []).map(({ id, name, slug, role, current }) => (
          <Menu.Item
            key={id}
            disabled={current}
            rightSection={current ? <IconCheck size={16} aria-label="Current" /> : role}
            onClick={() => void switchTenant(slug).catch(toast.failed)}
          >
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
        {tenants.isPending && <Menu.Item disabled>Loading …</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
