import { Button, Group, Input, Paper, Text } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useContext } from 'react';
import { openDialog } from '../../../ui/dialog.tsx';
import { useData } from '../../../ui/use-data.ts';
import { AssetImage } from '../../media/asset-image.tsx';
import { AssetPicker } from '../../media/asset-picker.tsx';
import { EditingContext, type InputProps, useCommon } from './editing.ts';

/** Shows the chosen asset, and opens the library to choose another. */
export function MediaInput(props: InputProps<string>) {
  const { item, value, onChange, label } = props;
  const { readOnly } = useContext(EditingContext);
  const common = useCommon(props);
  const asset = useData('getAsset', { path: { id: value ?? '' } }, { enabled: Boolean(value) });
  const choose = () =>
    openDialog(
      `Choose ${label}`,
      (close) => (
        <AssetPicker
          kind={item.accept?.every((one) => one.split('/')[0] === 'image') ? 'image' : undefined}
          choose={(id) => {
            onChange(id);
            close();
          }}
        />
      ),
      'xl',
    );
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={common.description}
      error={common.error}
      data-path={common['data-path']}
    >
      <Paper withBorder p="sm" mt={4}>
        <Group gap="md">
          {value && asset.data && (
            <>
              <AssetImage asset={asset.data} size={72} />
              <Text size="sm" flex={1} miw={120} lineClamp={2}>
                {asset.data.title || asset.data.filename}
              </Text>
            </>
          )}
          {value && asset.error && (
            <Text size="sm">This asset cannot be shown; it may have been deleted.</Text>
          )}
          {!readOnly && (
            <Group gap="xs">
              <Button size="xs" variant="default" leftSection={<IconPhotoPlus size={14} />} onClick={choose}>
                {value ? 'Choose another' : `Choose ${label}`}
              </Button>
              {value && (
                <Button size="xs" variant="default" onClick={() => onChange(undefined)}>
                  Remove
                </Button>
              )}
            </Group>
          )}
        </Group>
      </Paper>
    </Input.Wrapper>
  );
}
