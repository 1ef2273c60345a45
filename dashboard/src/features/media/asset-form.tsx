import {
  Autocomplete,
  Button,
  Group,
  SegmentedControl,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { api } from '../../api.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { localeLabel } from '../../ui/format-select.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import classes from '../../ui/ui.module.css';
import { useData } from '../../ui/use-data.ts';
import { useGuardedForm } from '../../ui/use-guarded-form.ts';
import type { Asset } from './asset-image.tsx';
import { AssetTexts } from './asset-texts.tsx';

const valuesOf = ({ title, alt, caption, credit, translations, tags, folder, visibility }: Asset) => ({
  title,
  ...{ alt, caption, credit, translations },
  tags,
  folder,
  visibility,
});

/** The details of an asset that editors enter. */
export function AssetForm({ asset, mayEdit }: { asset: Asset; mayEdit: boolean }) {
  // Other details, after a save, start a new form. A new focal point changes none of them, so the form stays.
  return <Fields key={JSON.stringify(valuesOf(asset))} asset={asset} mayEdit={mayEdit} />;
}

function Fields({ asset, mayEdit }: { asset: Asset; mayEdit: boolean }) {
  const path = { id: asset.id };
  const folders = useData('listAssetFolders');
  const { form, submit, sending, failure, conflict } = useGuardedForm({
    seen: asset,
    valuesOf,
    // The key above ensures that the latest version has the same details as the first one, so its version may be sent.
    send: (values, seen) => api.updateAsset({ path, ifMatch: Math.max(seen, asset.version), body: values }),
    reload: async () => (await api.getAsset({ path })).data,
    invalidates: ['getAsset', 'listAssets', 'listAssetFolders'],
    successMessage: 'The asset is saved',
  });
  const readOnly = !mayEdit;
  return (
    <Panel title="Details">
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="Title"
            maxLength={200}
            readOnly={readOnly}
            data-path="title"
            {...form.getInputProps('title')}
          />
          <AssetTexts form={form} readOnly={readOnly} />
          <TagsInput label="Tags" readOnly={readOnly} data-path="tags" {...form.getInputProps('tags')} />
          <Autocomplete
            label="Folder"
            description="A path such as /campaigns/spring; a new folder appears with its first file"
            maxLength={500}
            readOnly={readOnly}
            data={(folders.data ?? []).map(({ folder }) => folder)}
            data-path="folder"
            {...form.getInputProps('folder')}
          />
          <Stack gap={4}>
            <Text size="sm" fw={500} id="visibility">
              Who sees it
            </Text>
            <SegmentedControl
              aria-labelledby="visibility"
              readOnly={readOnly}
              data={[
                { value: 'public', label: 'Everyone' },
                { value: 'private', label: 'By signed links' },
              ]}
              {...form.getInputProps('visibility')}
            />
          </Stack>
          {conflict && <ConflictNotice {...conflict} theirs={<InShort asset={conflict.theirs} />} />}
          <ErrorNotice error={failure} />
          {mayEdit && (
            <Group justify="flex-end" className={classes.save} data-dirty={form.isDirty() || undefined}>
              <Button type="submit" loading={sending} disabled={conflict !== null || !form.isDirty()}>
                Save details
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Panel>
  );
}

const InShort = ({ asset }: { asset: Asset }) => (
  <Facts
    facts={[
      ['Title', asset.title || '–'],
      ['Alternative text', asset.alt || '–'],
      ['Caption', asset.caption || '–'],
      ['Credit', asset.credit || '–'],
      ['Texts in', Object.keys(asset.translations).map(localeLabel).join(', ') || '–'],
      ['Tags', asset.tags.join(', ') || '–'],
      ['Folder', asset.folder],
    ]}
  />
);
