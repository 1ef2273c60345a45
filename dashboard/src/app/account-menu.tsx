import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  IconBook,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { toast } from '../ui/toast.ts';
import { signOut } from './session.ts';
import classes from './shell.module.css';
import { useSession } from './use-session.ts';

const SCHEMES = [
  { scheme: 'light', label: 'Light', Icon: IconSun },
  { scheme: 'dark', label: 'Dark', Icon: IconMoon },
  { scheme: 'auto', label: 'As the system', Icon: IconDeviceDesktop },
] as const;

export function AccountMenu() {
  const { actor } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes.foot}>
      <Menu position="top-start" width={220} shadow="md">
        <Menu.Target>
          <UnstyledButton className={classes.block} aria-label={`Account of ${actor.name}`}>
            <Avatar size={28} radius="xl" aria-hidden>
              {actor.name.charAt(0).toUpperCase()}
            </Avatar>
            <div>
              {actor.name}
              <Text size="xs" c="dimmed">
                {actor.role}
              </Text>
            </div>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to="/account" leftSection={<IconSettings size={16} />}>
            Your account
          </Menu.Item>
          <Menu.Item component="a" href="/docs" target="_blank" leftSection={<IconBook size={16} />}>
            API documents
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>Appearance</Menu.Label>
          {SCHEMES.map(({ scheme, label, Icon }) => (
            <Menu.Item
              key={scheme}
              role="menuitemradio"
              aria-checked={colorScheme === scheme}
              leftSection={<Icon size={16} />}
              fw={colorScheme === scheme ? 600 : undefined}
              onClick={() => setColorScheme(scheme)}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout size={16} />}
            onClick={() => void signOut().catch(toast.failed)}
          >
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
