import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import {
  IconBook,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { signOut } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { toast } from '../ui/toast.ts';
import classes from './shell.module.css';

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
          <UnstyledButton className={classes.block}>
            <Avatar size={28} radius="xl" aria-hidden>
              {actor.name.charAt(0).toUpperCase()}
            </Avatar>
            <div className={classes.grow}>
              {actor.name}
              <VisuallyHidden>, your account, </VisuallyHidden>
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
          <Menu.RadioGroup
            value={colorScheme}
            onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
          >
            {SCHEMES.map(({ scheme, label, Icon }) => (
              <Menu.RadioItem key={scheme} value={scheme} rightSection={<Icon size={16} />}>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
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
