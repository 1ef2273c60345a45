import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

const TABS = [
  { to: '/content', label: 'Entries' },
  { to: '/content/releases', label: 'Releases' },
  { to: '/content/calendar', label: 'Calendar' },
  { to: '/content/types', label: 'Types and locales' },
  { to: '/content/search', label: 'Search' },
];

/** The tabs of content: entries, releases of several, the calendar, the types that define them, and the search of a site. */
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
