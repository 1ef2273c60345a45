import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

const TABS = [
  { to: '/account', label: 'Profile and password' },
  { to: '/account/security', label: 'Sessions & security' },
];

/** The tabs of one's own account. */
export function AccountTabs({ current }: { current: string }) {
  const navigate = useNavigate();
  return (
    <Tabs value={current} onChange={(to) => to && void navigate({ to })} activateTabWithKeyboard={false}>
      <Tabs.List>
        {TABS.map(({ to, label }) => (
          <Tabs.Tab key={to} value={to} px={{ base: 8, xs: 'md' }}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
