/** Decides where a relay goes on: behind the last message of the stream, or in the stream of a new epoch. */

/** The last event that the database knows to be in the stream. A new epoch begins with the sequence 0. */
export type Noted = { epoch: number; position: bigint; sequence: number };

export type Found = {
  /** The highest epoch of which a stream exists; 0 without any. */
  newestEpoch: number;
  /** The last sequence of the noted epoch's stream; null if it does not exist. */
  sequence: number | null;
  /** Its last message; null if it has none, or none any more; `foreign` if it is no event. */
  last: { id: string; position: bigint } | 'foreign' | null;
  /** The id of the event that the database has at the position of the last message; null without one. */
  storedId: string | null;
};

export type Resumed = {
  epoch: number;
  /** The relay goes on with the events after this position. */
  after: bigint;
  sequence: number;
  /** The reason for a new epoch; null if the relay goes on in the stream that it finds. */
  reason: string | null;
};

/**
 * A stream that is behind the noted event has lost messages that consumers may have processed: their place would be beyond its
 * end, and they would skip the events that are written there. So the events after the last message that is certain go to a new
 * stream.
 */
export function resume(noted: Noted, found: Found): Resumed {
  const { last, sequence } = found;
  const after = (position: bigint): Resumed => ({
    epoch: noted.epoch,
    after: position,
    sequence: sequence ?? 0,
    reason: null,
  });
  // Without a last message nothing is certain, and everything that is stored is sent again.
  const certain = (): bigint => {
    if (last === null || sequence === null) return 0n;
    if (last === 'foreign') return sequence < noted.sequence ? 0n : noted.position;
    return last.position < noted.position ? last.position : noted.position;
  };
  const anew = (reason: string): Resumed => ({
    epoch: Math.max(noted.epoch, found.newestEpoch) + 1,
    after: certain(),
    sequence: 0,
    reason,
  });
  if (found.newestEpoch > noted.epoch) return anew('the database knows only an earlier epoch');
  if (sequence === null) return noted.sequence === 0 ? after(noted.position) : anew('the stream is gone');
  if (sequence < noted.sequence) return anew('the stream has lost its last events');
  if (last === null) {
    // The age of messages is limited, so a stream may be empty.
    return sequence === noted.sequence
      ? after(noted.position)
      : anew('the last message of the stream is gone');
  }
  if (last === 'foreign') return anew('the stream ends with a message that is no event');
  if (last.position < noted.position) return anew('the stream ends with an earlier event');
  const isKnown = found.storedId === last.id || (found.storedId === null && last.position === noted.position);
  return isKnown ? after(last.position) : anew('the database does not have the last event of the stream');
}
