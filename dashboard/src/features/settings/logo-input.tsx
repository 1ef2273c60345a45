import { Button, Group, Input, Text } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { openDialog } from '../../ui/dialog.tsx';
import { useData } from '../../ui/use-data.ts';
import { AssetImage } from '../media/asset-image.tsx';
import { AssetPicker } from '../media/asset-picker.tsx';

/** An image of the library. */
export function LogoInput(props: {
  value: string | null;
  onChange: (id: string | null) => void;
  error?: ReactNode;
}) {
  const { value, onChange } = props;
  const asset = useData('getAsset', { path: { id: value ?? '' } }, { enabled: value !== null });
  const choose = () =>
    openDialog(
      'Choose the logo',
      (close) => (
        <AssetPicker
          kind="image"
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
      label="Logo"
      labelElement="div"
      description="An image of the library, for documents."
      error={props.error}
      data-path="logoAssetId"
    >
      <Group gap="md" mt={6}>
        {value !== null && asset.data && (
          <>
            <AssetImage asset={asset.data} size={64} fit="contain" />
            <Text size="sm" lineClamp={2} dir="auto">
              {asset.data.title || asset.data.filename}
            </Text>
          </>
        )}
        <Group gap="xs">
          <Button size="xs" variant="default" leftSection={<IconPhotoPlus size={14} />} onClick={choose}>
            {value === null ? 'Choose a logo' : 'Choose another'}
          </Button>
          {value !== null && (
            <Button size="xs" variant="default" onClick={() => onChange(null)}>
              No logo
            </Button>
          )}
        </Group>
      </Group>
    </Input.Wrapper>
  );
}
