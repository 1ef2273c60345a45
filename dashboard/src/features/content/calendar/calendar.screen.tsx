import { ActionIcon, Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { addDays } from '#shared/time-zone.ts';
import { useHasEveryType } from '../../../session/type-rights.ts';
import { today } from '../../../ui/days.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { firstDayOfWeek, formatDay, timeZone } from '../../../ui/formats.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { useData } from '../../../ui/use-data.ts';
import { useFilters } from '../../../ui/use-filters.ts';
import { PropertySelect } from '../../redirects/property-select.tsx';
import { ContentTabs } from '../content-tabs.tsx';
import classes from './calendar.module.css';
import { daysOfWeek, type Item, keyOf, monthAfter, onDay, weeksOf } from './days.ts';
import { ScheduledItem } from './scheduled-item.tsx';
import { type Reschedule, useReschedule } from './use-reschedule.ts';

const WIDE = '(min-width: 62em)';
const WEEKDAY = { weekday: 'short' } as const;
const LONG_DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const;

/** A month of everything that is scheduled: a table where there is room, else a list by day. */
export default function CalendarScreen() {
  const [month, setMonth] = useState(() => today().slice(0, 7));
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  // An item does not say the name of its type; who is limited to some moves it on the page of the entry.
  const mayEdit = useHasEveryType();
  const reschedule = useReschedule();
  const weeks = weeksOf(month, firstDayOfWeek());
  const [site, filter] = useFilters('property');
  const query = { from: weeks[0]!, to: addDays(weeks.at(-1)!, 6), ...site };
  const calendar = useData('getContentCalendar', { query }, { refetchInterval: 10_000, keepsFormer: true });
  return (
    <Page title="Calendar" description={`Times are in the time zone of the tenant, ${timeZone()}.`}>
      <ContentTabs current="/content/calendar" />
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h4" aria-live="polite">
          {formatDay(`${month}-01`, { month: 'long', year: 'numeric' })}
        </Title>
        <Group gap="xs">
          <PropertySelect
            aria-label="Site"
            placeholder="All sites"
            w={180}
            value={site.property}
            onChange={(property) => filter({ property: property ?? undefined })}
          />
          <Turn label="Previous month" icon={IconChevronLeft} go={() => setMonth(monthAfter(month, -1))} />
          <Button variant="default" onClick={() => setMonth(today().slice(0, 7))}>
            Today
          </Button>
          <Turn label="Next month" icon={IconChevronRight} go={() => setMonth(monthAfter(month, 1))} />
        </Group>
      </Group>
      <ErrorNotice error={reschedule.failure} />
      <Loaded query={calendar}>
        {({ items, isMore }) => (
          <>
            {isMore && (
              <Alert color="yellow" title="More is scheduled than is shown" role="status">
                The soonest of these days are here. The list of entries shows all, with the status
                “Scheduled”.
              </Alert>
            )}
            {isWide ? (
              <Month {...{ weeks, month, items, mayEdit, reschedule }} />
            ) : (
              <Days {...{ items, mayEdit, reschedule }} />
            )}
            {isWide && mayEdit && items.length > 0 && (
              <Text size="sm" c="dimmed">
                Drag to another day, or press Alt and an arrow on what has the focus.
              </Text>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Turn(props: { label: string; icon: typeof IconChevronLeft; go: () => void }) {
  return (
    <ActionIcon variant="default" size={36} aria-label={props.label} onClick={props.go}>
      <props.icon size={16} />
    </ActionIcon>
  );
}

type Shown = { items: Item[]; mayEdit: boolean; reschedule: Reschedule };

function Month({ weeks, month, items, mayEdit, reschedule }: Shown & { weeks: string[]; month: string }) {
  const [dragged, drag] = useState<Item | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const drop = (day: string) => {
    setOver(null);
    drag(null);
    if (dragged !== null) reschedule.move(dragged, onDay(timeZone(), dragged.at, day));
  };
  return (
    <table className={classes.month} aria-label="What is scheduled">
      <thead>
        <tr>
          {daysOfWeek(weeks[0]!).map((day) => (
            <th key={day} scope="col">
              {formatDay(day, WEEKDAY)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week}>
            {daysOfWeek(week).map((day) => (
              <td
                key={day}
                data-day={day}
                data-other={day.slice(0, 7) !== month || undefined}
                data-over={over === day || undefined}
                onDragOver={(event) => {
                  if (dragged === null || day < today()) return;
                  event.preventDefault();
                  setOver(day);
                }}
                onDragLeave={() => setOver(null)}
                onDrop={(event) => {
                  event.preventDefault();
                  drop(day);
                }}
              >
                <time className={classes.number} dateTime={day} data-today={day === today() || undefined}>
                  {formatDay(day, { day: 'numeric' })}
                </time>
                <ul className={classes.items}>
                  {items
                    .filter((item) => item.day === day)
                    .map((item) => (
                      <ScheduledItem key={keyOf(item)} {...{ item, mayEdit, reschedule, drag }} />
                    ))}
                </ul>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Days({ items, mayEdit, reschedule }: Shown) {
  const days = [...new Set(items.map(({ day }) => day))];
  if (days.length === 0)
    return (
      <EmptyState icon={IconCalendar} title="Nothing is scheduled in this month">
        Entries and releases that go live or come down at a set time are listed here.
      </EmptyState>
    );
  return (
    <Stack>
      {days.map((day) => (
        <section key={day} aria-label={formatDay(day, LONG_DAY)}>
          <Title order={3} size="h5" mb={4}>
            {formatDay(day, LONG_DAY)}
          </Title>
          <ul className={classes.items}>
            {items
              .filter((item) => item.day === day)
              .map((item) => (
                <ScheduledItem key={keyOf(item)} {...{ item, mayEdit, reschedule }} />
              ))}
          </ul>
        </section>
      ))}
    </Stack>
  );
}
