import { Paper, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import classes from './home.module.css';

/** A figure that is a link to the list behind it. */
export function Figure(props: {
  label: string;
  value: string;
  note: string[];
  to: string;
  search?: Record<string, string>;
  /** Something is wrong. */
  isUrgent?: boolean;
}) {
  return (
    <Paper
      withBorder
      p="md"
      className={classes.figure}
      component={Link}
      to={props.to}
      search={props.search as never}
      data-urgent={props.isUrgent || undefined}
    >
      <Text size="xs" c="dimmed" component="span" display="block">
        {props.label}
      </Text>
      <Text
        component="span"
        display="block"
        className={classes.value}
        __vars={{ '--letters': props.value.length } as never}
      >
        <bdi>{props.value}</bdi>
      </Text>
      {props.note.map((line) => (
        <Text key={line} size="xs" c="dimmed" component="span" display="block">
          {line}
        </Text>
      ))}
    </Paper>
  );
}
