/** Requests without a key: networks take turns at them, and a network that is wrong too often is refused without a look-up. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { REFUSAL_DELAY_MS, tooMany } from '#kernel/errors.ts';
import { RateLimit } from '#kernel/http/limits.ts';
import { networkOf } from '#kernel/http/network.ts';
import { FairQueue } from '#kernel/work/fair-queue.ts';

/** Uses two of the four connections of the auth role. A hundred dashboards behind one address may wake up together. */
const PLACES = {
  atOnce: 2,
  waitingOfParty: 100,
  waiting: 1000,
  refusal: 'Too many requests from this network wait already. Please try again shortly.',
};

export type Strangers = ReturnType<typeof createStrangers>;

export function createStrangers(wrongPerMinute: number, clock: () => Date) {
  const wrong = new RateLimit('wrong requests without a key', wrongPerMinute, () => clock().getTime());
  // Setting a password takes long; look-ups do not wait behind it.
  const [quick, slow] = [new FairQueue(PLACES), new FairQueue(PLACES)];

  async function inTurn<T>(
    queue: FairQueue,
    network: string,
    who: string,
    work: (noteWrong: () => void) => Promise<T>,
  ): Promise<T> {
    const ask = async () => (wrong.isSpent(who) ? SPENT : { result: await work(() => wrong.take(who)) });
    // Checked before the request waits, so that a flood takes no places from its neighbours; and again when its turn has come.
    const outcome = wrong.isSpent(who) ? SPENT : await queue.run([network], ask);
    if (outcome !== SPENT) return outcome.result;
    await sleep(REFUSAL_DELAY_MS);
    throw tooMany(Math.ceil(60 / wrongPerMinute));
  }

  return {
    /** `who` is charged for wrong requests, if it is not the whole network. */
    ask<T>(request: FastifyRequest, work: (noteWrong: () => void) => Promise<T>, who?: string): Promise<T> {
      const network = networkOf(request.ip);
      return inTurn(quick, network, who ?? network, work);
    },
    /** The same for work that takes long when the request is right. */
    askLong<T>(request: FastifyRequest, work: (noteWrong: () => void) => Promise<T>): Promise<T> {
      const network = networkOf(request.ip);
      return inTurn(slow, network, network, work);
    },
  };
}

const SPENT = Symbol('wrong too often');
