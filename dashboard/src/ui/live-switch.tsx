import { Switch } from '@mantine/core';

/** Switches the live rows of a list on and off, beside its filters. */
export const LiveSwitch = ({ isOn, set }: { isOn: boolean; set: (isOn: boolean) => void }) => (
  <Switch
    label="Live"
    title="New ones appear by themselves"
    checked={isOn}
    onChange={(event) => set(event.currentTarget.checked)}
  />
);
