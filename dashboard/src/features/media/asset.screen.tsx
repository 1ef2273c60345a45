import { Alert, Button, Grid, Stack } from '@mantine/core';
import { IconPhotoX } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { useAction, useData } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { AssetFiles } from './asset-files.tsx';
import { AssetForm } from './asset-form.tsx';
import { AssetState } from './asset-grid.tsx';
import type { Asset } from './asset-image.tsx';
import { AssetUsage } from './asset-usage.tsx';
import { FocalPoint } from './focal-point.tsx';
import { formatBytes } from './sizes.ts';
import { isBusy } from './use-assets.ts';

const back = { to: '/media', label: 'Media' };

export default function AssetScreen() {
  const { id = '' } = useParams({ strict: false });
  const first = useData('getAsset', { path: { id } });
  // Polls until the renditions are made.
  const isWaiting = first.data !== undefined && isBusy(first.data);
  const asset = useData('getAsset', { path: { id } }, { refetchInterval: isWaiting ? 1_500 : false });
  if (asset.data === undefined) {
    return (
      <Page title="Asset" back={back}>
        <Loaded query={asset}>{() => null}</Loaded>
      </Page>
    );
  }
  return <AssetPage asset={asset.data} />;
}

function AssetPage({ asset }: { asset: Asset }) {
  const mayEdit = useHasRole('editor');
  return (
    <Page
      title={asset.title || asset.filename}
      back={back}
      description={<AssetState asset={asset} />}
      actions={mayEdit && <Delete asset={asset} />}
    >
      {asset.failure && (
        <Alert
          color="red"
          icon={<IconPhotoX aria-hidden />}
          title="No pictures could be made of it"
          role="alert"
        >
          {asset.failure}
        </Alert>
      )}
      <Grid gap="lg" data-columns>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            {asset.derivatives.length > 0 && <FocalPoint asset={asset} mayEdit={mayEdit} />}
            <AssetFiles asset={asset} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <AssetForm key={asset.id} asset={asset} mayEdit={mayEdit} />
            <AssetUsage id={asset.id} />
            <Panel title="About">
              <Facts
                facts={[
                  ['File', asset.filename],
                  ['Type', asset.type],
                  ['Size', formatBytes(asset.size)],
                  ['Dimensions', asset.width === null ? '–' : `${asset.width} × ${asset.height}`],
                  ['Uploaded', <When key="at" at={asset.createdAt} />],
                ]}
              />
            </Panel>
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Delete({ asset }: { asset: Asset }) {
  const navigate = useNavigate();
  const remove = useAction(() => api.deleteAsset({ path: { id: asset.id } }), {
    invalidates: ['listAssets', 'listAssetFolders'],
    successMessage: 'The asset is deleted',
    showsFailure: true,
    done: () => void navigate({ to: '/media' }),
  });
  const ask = () =>
    confirm({
      title: 'Delete this asset?',
      children: 'Its files are gone for good, and their addresses with them.',
      action: 'Delete asset',
      danger: true,
      run: () => remove.mutateAsync(undefined),
    });
  return (
    <Button variant="default" onClick={ask}>
      Delete
    </Button>
  );
}
