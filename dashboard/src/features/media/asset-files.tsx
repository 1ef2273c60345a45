import { Anchor, Group, Table, Text } from '@mantine/core';
import { api } from '../../api.ts';
import { CopyIcon } from '../../ui/copy.tsx';
import { Panel } from '../../ui/panel.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { inWords } from '../../ui/status-badge.tsx';
import classes from '../../ui/ui.module.css';
import { type Asset, ownAddress } from './asset-image.tsx';
import { formatBytes } from './sizes.ts';

/** Lists the original and its renditions, each with its URL. */
export function AssetFiles({ asset }: { asset: Asset }) {
  const name = asset.filename.replace(/\.[^.]*$/, '');
  return (
    <Panel
      title="Files"
      description={
        asset.visibility === 'private' ? 'Private: pages need a signed link from the API.' : undefined
      }
    >
      <Table.ScrollContainer minWidth={280} aria-label="Files of the asset">
        <Table aria-label="Files" className={classes.inCard}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>File</Table.Th>
              <Table.Th>Size</Table.Th>
              <Table.Th visibleFrom="xs">Dimensions</Table.Th>
              <Table.Th w={50} aria-label="Address" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <FileRow asset={asset} file="original" label="Original" saveAs={asset.filename} {...asset} />
            {asset.derivatives.map((made) => (
              <FileRow
                {...made}
                key={`${made.name}.${made.format}`}
                asset={asset}
                file={`${made.name}.${made.format}`}
                label={`${inWords(made.name)}, ${made.format === 'webp' ? 'WebP' : 'AVIF'}`}
                saveAs={`${name}-${made.name}.${made.format}`}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

function FileRow(props: {
  asset: Asset;
  file: string;
  label: string;
  saveAs: string;
  size: number;
  width: number | null;
  height: number | null;
  url: string | null;
}) {
  const { asset, file, label, saveAs, url } = props;
  const save = () =>
    void saveFile(saveAs, () => api.getAssetFile({ path: { id: asset.id, file } }) as Promise<Response>);
  return (
    <Table.Tr>
      <Table.Td>
        {url === null ? (
          <Anchor component="button" type="button" size="sm" onClick={save}>
            {label}
          </Anchor>
        ) : (
          <Anchor href={ownAddress(url)} target="_blank" rel="noreferrer" size="sm">
            {label}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{formatBytes(props.size)}</Text>
      </Table.Td>
      <Table.Td visibleFrom="xs">
        <Text size="sm">{props.width === null ? '–' : `${props.width} × ${props.height}`}</Text>
      </Table.Td>
      <Table.Td>
        <Group justify="flex-end">{url && <CopyIcon value={url} label={`Copy address of ${label}`} />}</Group>
      </Table.Td>
    </Table.Tr>
  );
}
