import { Tooltip } from '@mantine/core';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { type Key, stateOf } from './key-state.ts';

/** The state of a key, with a recommendation on hover. */
export function KeyState({ of }: { of: Key }) {
  const { tone, word, hint } = stateOf(of, Date.now());
  if (hint === null) return <StatusBadge tone={tone}>{word}</StatusBadge>;
  return (
    <Tooltip label={hint} multiline maw={260}>
      <span>
        <StatusBadge tone={tone}>{word}</StatusBadge>
      </span>
    </Tooltip>
  );
}
