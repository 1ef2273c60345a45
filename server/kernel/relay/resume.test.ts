import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Found, type Noted, resume } from './resume.ts';

const noted: Noted = { epoch: 3, position: 100n, sequence: 80 };
const found: Found = {
  newestEpoch: 3,
  sequence: 80,
  last: { id: 'a', position: 100n },
  storedId: 'a',
};
const placeOf = (change: Partial<Found>, known = noted) => {
  const { epoch, after, sequence, reason } = resume(known, { ...found, ...change });
  return { epoch, after, sequence, isAnew: reason !== null };
};

describe('a relay that starts', () => {
  it('goes on behind the last message of the stream', () => {
    assert.deepEqual(placeOf({}), { epoch: 3, after: 100n, sequence: 80, isAnew: false });
  });

  it('goes on behind events that it wrote and did not note', () => {
    const ahead = { sequence: 95, last: { id: 'b', position: 130n }, storedId: 'b' };
    assert.deepEqual(placeOf(ahead), { epoch: 3, after: 130n, sequence: 95, isAnew: false });
  });

  it('begins with the first position when there is no stream yet', () => {
    const none = { newestEpoch: 0, sequence: null, last: null, storedId: null };
    const first = { epoch: 1, position: 0n, sequence: 0 };
    assert.deepEqual(placeOf(none, first), { epoch: 1, after: 0n, sequence: 0, isAnew: false });
  });

  it('makes the stream of an epoch that it had noted before it died', () => {
    const none = { newestEpoch: 2, sequence: null, last: null, storedId: null };
    const begun = { epoch: 3, position: 70n, sequence: 0 };
    assert.deepEqual(placeOf(none, begun), { epoch: 3, after: 70n, sequence: 0, isAnew: false });
  });

  it('goes on behind the noted event when the age of messages has emptied the stream', () => {
    assert.deepEqual(placeOf({ last: null, storedId: null }), {
      epoch: 3,
      after: 100n,
      sequence: 80,
      isAnew: false,
    });
  });

  it('goes on behind a last message whose event the database stores no more', () => {
    assert.equal(placeOf({ storedId: null }).isAnew, false);
  });

  it('begins a new epoch behind the last message when acknowledged events are lost', () => {
    const lost = { sequence: 60, last: { id: 'c', position: 75n }, storedId: 'c' };
    assert.deepEqual(placeOf(lost), { epoch: 4, after: 75n, sequence: 0, isAnew: true });
  });

  it('begins a new epoch with everything stored when the stream is gone, or has nothing certain', () => {
    const anew = { epoch: 4, after: 0n, sequence: 0, isAnew: true };
    assert.deepEqual(placeOf({ newestEpoch: 2, sequence: null, last: null, storedId: null }), anew);
    assert.deepEqual(placeOf({ sequence: 10, last: null, storedId: null }), anew);
    assert.deepEqual(placeOf({ sequence: 90, last: null, storedId: null }), anew);
  });

  it('begins a new epoch behind the noted event when the last message is no event', () => {
    const foreign = { sequence: 81, last: 'foreign', storedId: null } as const;
    assert.deepEqual(placeOf(foreign), { epoch: 4, after: 100n, sequence: 0, isAnew: true });
    assert.equal(placeOf({ ...foreign, sequence: 1 }).after, 0n, 'the stream was made anew');
  });

  it('begins a new epoch behind the noted event when the database was set back', () => {
    const ahead = { sequence: 95, last: { id: 'b', position: 130n } };
    const anew = { epoch: 4, after: 100n, sequence: 0, isAnew: true };
    assert.deepEqual(placeOf({ ...ahead, storedId: null }), anew, 'the position is not used yet');
    assert.deepEqual(placeOf({ ...ahead, storedId: 'other' }), anew, 'another event has the position');
    assert.deepEqual(placeOf({ newestEpoch: 7 }), { ...anew, epoch: 8 }, 'the stream has gone on without it');
  });
});
