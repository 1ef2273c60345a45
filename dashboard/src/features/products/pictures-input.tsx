import { ActionIcon, Button, Group, Input, Stack } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconPhotoPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { openDialog } from '../../ui/dialog.tsx';
import { AssetPicker } from '../media/asset-picker.tsx';
import { ProductPicture } from './product-picture.tsx';

/** Pictures of the library, the main one first; moved by buttons, so that a keyboard can. */
export function PicturesInput(props: {
  value: string[];
  onChange: (ids: string[]) => void;
  readOnly: boolean;
  error?: ReactNode;
}) {
  const { value, onChange, readOnly } = props;
  const choose = () =>
    openDialog(
      'Add a picture',
      (close) => (
        <AssetPicker
          kind="image"
          choose={(id) => {
            if (!value.includes(id)) onChange([...value, id]);
            close();
          }}
        />
      ),
      'xl',
    );
  const move = (from: number, to: number) => {
    const next = [...value];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  return (
    <Input.Wrapper
      label="Pictures"
      labelElement="div"
      description="The first one is shown in lists"
      error={props.error}
      data-path="media"
    >
      <Group gap="sm" mt={6} align="flex-start">
        {value.map((id, index) => (
          <Stack key={id} gap={4} align="center">
            <ProductPicture assetId={id} size={96} />
            {!readOnly && (
              <Group gap={2}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  disabled={index === 0}
                  aria-label={`Move picture ${index + 1} forward`}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowLeft size={14} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={`Remove picture ${index + 1}`}
                  onClick={() => onChange(value.filter((each) => each !== id))}
                >
                  <IconX size={14} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  disabled={index === value.length - 1}
                  aria-label={`Move picture ${index + 1} back`}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowRight size={14} />
                </ActionIcon>
              </Group>
            )}
          </Stack>
        ))}
        {!readOnly && (
          <Button variant="default" leftSection={<IconPhotoPlus size={16} />} onClick={choose}>
            Add a picture
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
