import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Allocation, allocate, allocateShort, type Room, roomOf } from './allocate.ts';

const someRooms = fc
  .array(fc.record({ available: fc.integer({ min: -5, max: 12 }) }), { maxLength: 5 })
  .chain((rooms) =>
    fc
      .option(fc.nat(10), { freq: 4 })
      .map((backorderLimit) =>
        rooms.map(({ available }, index): Room => ({ locationId: String(index), available, backorderLimit })),
      ),
  );
const someNeed = fc.integer({ min: 1, max: 40 });
const sum = (allocations: Allocation[]) => allocations.reduce((total, { quantity }) => total + quantity, 0);
const at = (rooms: Room[], { locationId }: Allocation) => rooms[Number(locationId)]!;

describe('an allocation', () => {
  it('is of exactly the units asked for, each location once, or of none', () => {
    fc.assert(
      fc.property(someNeed, someRooms, (need, rooms) => {
        const found = allocate(need, rooms);
        assert.equal(found === null, need > roomOf(rooms));
        if (found === null) return;
        assert.equal(sum(found), need);
        assert.ok(found.every(({ quantity }) => quantity > 0));
        assert.equal(new Set(found.map(({ locationId }) => locationId)).size, found.length);
      }),
    );
  });

  it('takes no more than is there, but for the backorder of the first location', () => {
    fc.assert(
      fc.property(someNeed, someRooms, (need, rooms) => {
        for (const one of allocate(need, rooms) ?? []) {
          const { available, backorderLimit, locationId } = at(rooms, one);
          const most =
            locationId === '0' ? available + (backorderLimit ?? Number.POSITIVE_INFINITY) : available;
          assert.ok(one.quantity <= most);
        }
      }),
    );
  });

  it('is whole at the first location that has all units, and backorders nothing that is anywhere', () => {
    fc.assert(
      fc.property(someNeed, someRooms, (need, rooms) => {
        const found = allocate(need, rooms);
        const whole = rooms.find(({ available }) => available >= need);
        if (whole !== undefined) assert.deepEqual(found, [{ locationId: whole.locationId, quantity: need }]);
        else if (found !== null) {
          const there = rooms.reduce((total, { available }) => total + Math.max(0, available), 0);
          const taken = found.reduce(
            (total, one) => total + Math.min(one.quantity, Math.max(0, at(rooms, one).available)),
            0,
          );
          assert.equal(taken, Math.min(need, there));
        }
      }),
    );
  });

  it('of an order that may not be refused is whole wherever there is a location', () => {
    fc.assert(
      fc.property(someNeed, someRooms, (need, rooms) => {
        const found = allocateShort(need, rooms);
        assert.equal(sum(found), rooms.length === 0 ? 0 : need);
        assert.deepEqual(allocate(need, rooms) ?? found, found);
      }),
    );
  });
});
