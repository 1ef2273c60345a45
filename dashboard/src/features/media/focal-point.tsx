import { Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { api } from '../../api.ts';
import { Panel } from '../../ui/panel.tsx';
import { useAction } from '../../ui/use-data.ts';
import { type Asset, AssetImage } from './asset-image.tsx';
import classes from './media.module.css';

type Point = Asset['focalPoint'];

const STEP = 0.05;
const WAYS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

const within = (share: number) => Math.min(1, Math.max(0, Math.round(share * 1000) / 1000));
const inWords = ({ x, y }: Point) =>
  `${Math.round(x * 100)} % from the left, ${Math.round(y * 100)} % from the top`;

/** Sets the point that stays visible in crops: by a click, or by the arrow keys and Enter. */
export function FocalPoint({ asset, mayEdit }: { asset: Asset; mayEdit: boolean }) {
  const [point, setPoint] = useState(asset.focalPoint);
  const { x, y } = asset.focalPoint;
  useEffect(() => setPoint({ x, y }), [x, y]);
  const save = useAction(
    (focalPoint: Point) =>
      api.updateAsset({ path: { id: asset.id }, ifMatch: asset.version, body: { focalPoint } }),
    {
      invalidates: ['getAsset', 'listAssets'],
      successMessage: 'The focal point is set; its pictures are made anew',
    },
  );
  const picture = <AssetImage asset={asset} rendition="medium" fit="contain" />;
  if (!mayEdit) return <Panel title="Picture">{picture}</Panel>;
  return (
    <Panel title="Picture" description="Click on what must stay in view when it is cropped.">
      <button
        type="button"
        className={classes.focal}
        aria-label={`Focal point: ${inWords(point)}`}
        onClick={(event) => {
          // Enter and Space also fire a click, without a position: they confirm the point that the arrow keys chose.
          const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
          const chosen =
            event.detail === 0
              ? point
              : { x: within((event.clientX - left) / width), y: within((event.clientY - top) / height) };
          setPoint(chosen);
          save.mutate(chosen, { onError: () => setPoint(asset.focalPoint) });
        }}
        onKeyDown={(event) => {
          const way = WAYS[event.key];
          if (way === undefined) return;
          event.preventDefault();
          setPoint({ x: within(point.x + way[0]), y: within(point.y + way[1]) });
        }}
      >
        {picture}
        <span className={classes.mark} style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }} />
      </button>
      <Group justify="space-between" aria-live="polite">
        <Text size="sm" c="dimmed">
          {inWords(point)}
        </Text>
      </Group>
    </Panel>
  );
}
