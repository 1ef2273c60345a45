import { Switch } from '@mantine/core';

/** Whether new rows come by themselves, beside the filters of a list. */
export const LiveSwitch = ({ isOn, set }: { isOn: boolean; set: (isOn: boolean) => void }) => (
  <Switch
    label="Live"
    title="New ones appear by themselves"
    checked={isOn}
    onChange={(event) => set(event.currentTarget.checked)}
  />
);
