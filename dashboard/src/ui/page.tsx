import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { noteVisit } from '../session/recent.ts';
import frame from './page.module.css';
import { RestoredNotice } from './restored.tsx';
import classes from './ui.module.css';

/** The frame of a screen: title, actions, and the link to the parent screen. */
export function Page(props: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  back?: { to: string; label: string };
  /** A list uses the whole width of the window. */
  isWide?: boolean;
  /** The actions stay in sight while a long form scrolls. */
  keepsActions?: boolean;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${props.title} · Colonnade`;
    noteVisit(location.pathname, props.title);
  }, [props.title]);
  // Moves the focus to the title of a new screen, so that keyboards and screen readers start at the top.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Stack gap="lg" data-wide={props.isWide || undefined} data-page={props.back ? 'record' : 'list'}>
      <Stack gap={4} data-print="no" className={props.keepsActions ? frame.sticky : undefined}>
        {props.back && (
          <Anchor component={Link} to={props.back.to} size="sm" c="dimmed" className={frame.back}>
            <Group gap={4} component="span">
              <IconChevronLeft size={14} aria-hidden />
              {props.back.label}
            </Group>
          </Anchor>
        )}
        <Group justify="space-between" align="flex-start" gap="md">
          <Stack gap={4} className={classes.intro}>
            <Title order={1} size="h2" ref={heading} tabIndex={-1} className={classes.heading}>
              <bdi>{props.title}</bdi>
            </Title>
            {props.description && (
              <Text c="dimmed" component="div" className={frame.description}>
                {props.description}
              </Text>
            )}
          </Stack>
          {props.actions && (
            <Group gap="sm" data-page-actions className={props.keepsActions ? frame.kept : classes.actions}>
              {props.actions}
            </Group>
          )}
        </Group>
      </Stack>
      <RestoredNotice />
      {props.children}
    </Stack>
  );
}
