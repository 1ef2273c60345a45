/** Judges whether items are low or depleted, off the path of orders, and publishes each crossing once. */
import type { Tx } from '#kernel/db/db.ts';
import { type NewEvent, publishAll } from '#kernel/events/publish.ts';
import {
  type Announced,
  deleteJudged,
  type Figures,
  findFigures,
  holdChanged,
  setAnnounced,
} from './announcing.sql.ts';

/** Returns the number of judged items. */
export async function judgeSome(tx: Tx, now: Date, most: number): Promise<number> {
  const changed = await holdChanged(tx, most);
  if (changed.length === 0) return 0;
  const figures = await findFigures(
    tx,
    changed.map(({ item_id }) => item_id),
  );
  const crossed = figures.filter((each) => announcementOf(each) !== each.announced);
  if (crossed.length > 0) {
    await setAnnounced(
      tx,
      crossed.map((each) => ({ id: each.id, announced: announcementOf(each) })),
    );
    await publishAll(
      tx,
      now,
      crossed.flatMap((each) => crossingsOf(each, now)),
    );
  }
  await deleteJudged(tx, changed);
  return changed.length;
}

/** Holds do not count, so that abandoned checkouts make no noise. */
const freeOf = ({ on_hand, reserved, held }: Figures) => on_hand - (reserved - held);

export function announcementOf(figures: Figures): Announced {
  const free = freeOf(figures);
  if (!figures.tracked) return 'ok';
  if (free <= 0n) return 'depleted';
  return figures.low_at !== null && free <= figures.low_at ? 'low' : 'ok';
}

const ORDER: Announced[] = ['ok', 'low', 'depleted'];

/** An event for each threshold that the stock fell through; none if it rose. */
function crossingsOf(figures: Figures, now: Date): NewEvent[] {
  const [from, to] = [ORDER.indexOf(figures.announced), ORDER.indexOf(announcementOf(figures))];
  const about = {
    sku: figures.sku,
    onHand: Number(figures.on_hand),
    available: Number(figures.on_hand - figures.reserved),
  };
  const at = now.toISOString();
  const events: NewEvent[] = [];
  if (from < 1 && to >= 1 && figures.low_at !== null) {
    events.push({ type: 'inventory.low', data: { ...about, lowAt: Number(figures.low_at), at } });
  }
  if (from < 2 && to === 2) events.push({ type: 'inventory.depleted', data: { ...about, at } });
  return events;
}
