import { Button, Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PRESETS, presetOf } from './presets.ts';
import { SCOPE_GROUPS, type Scope } from './scopes.ts';

/** Checkboxes for all scopes, and buttons for usual choices of them. */
export function ScopeInput(props: {
  offersPresets: boolean;
  value?: Scope[];
  error?: ReactNode;
  onChange?: (scopes: Scope[]) => void;
}) {
  const { offersPresets, value = [], error, onChange } = props;
  const preset = presetOf(value);
  return (
    <Stack gap="xs">
      {offersPresets && (
        <fieldset style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
          <Text component="legend" size="sm" fw={500} p={0} mb={4}>
            What the assistant is for
          </Text>
          <Group gap="xs">
            {PRESETS.map((each) => (
              <Button
                key={each.name}
                size="xs"
                variant={each === preset ? 'light' : 'default'}
                aria-pressed={each === preset}
                onClick={() => onChange?.(each.scopes)}
              >
                {each.name}
              </Button>
            ))}
          </Group>
          <Text size="xs" c="dimmed" mt={4}>
            {preset?.meaning ?? 'A choice of your own.'}
          </Text>
        </fieldset>
      )}
      <Checkbox.Group
        label="Scopes"
        description="What it may do. They are fixed for the life of a key."
        data-path="scopes"
        tabIndex={-1}
        value={value}
        error={error}
        onChange={(scopes) => onChange?.(scopes as Scope[])}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="sm">
          {SCOPE_GROUPS.map(({ name, scopes }) => (
            <Stack key={name} gap={6}>
              <Text size="sm" fw={500}>
                {name}
              </Text>
              {scopes.map(({ scope, meaning }) => (
                <Checkbox key={scope} value={scope} label={scope} description={meaning} size="sm" />
              ))}
            </Stack>
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </Stack>
  );
}
