/** Hashes cost the tests a tenth of a second each, and they make thousands: theirs are cheap, except where the cost matters. */
import { after, before } from 'node:test';
import { COST } from '../passwords/passwords.ts';

const REAL = { ...COST };
const CHEAP = { memory: 8, passes: 1 };

export const hashCheaply = () => void Object.assign(COST, CHEAP);

export const hashedAsByTheProgram = async <T>(work: () => Promise<T>): Promise<T> => {
  Object.assign(COST, REAL);
  return work().finally(hashCheaply);
};

/** Called in a `describe`: its tests hash passwords as the program does. */
export function hashAsTheProgram(): void {
  before(() => void Object.assign(COST, REAL));
  after(hashCheaply);
}
