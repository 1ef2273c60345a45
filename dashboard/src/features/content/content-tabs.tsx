import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

const TABS = [
  { to: '/content', label: 'Entries' },
  { to: '/content/types', label: 'Types and locales' },
];

/** The two tabs of content: entries, and the types that define them. */
export function ContentTabs({ current }: { current: string }) {
  const navigate = useNavigate();
  return (
    <Tabs value={current} onChange={(to) => to && void navigate({ to })} activateTabWithKeyboard={false}>
      <Tabs.List>
        {TABS.map(({ to, label }) => (
          <Tabs.Tab key={to} value={to}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
