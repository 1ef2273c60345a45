/**
 * Known devices: a cookie proves which accounts signed in on a device before, and nothing else. Guesses made elsewhere do not
 * count there, so an attacker cannot lock an owner out on the owner's own device.
 */
import { randomBase62, type Secrets } from '#kernel/secrets.ts';
import type { Opening } from '../staff/accounts.sql.ts';

/** Several people may sign in on one device; the account with the oldest sign-in is dropped. */
const MOST_ACCOUNTS = 5;
export const DEVICE_DAYS = 180;

export type Proof = { account: string; seconds: string; mark: string; signature: string };
export type Device = { id: string; proofs: Proof[] };

const DEVICE = /^([0-9A-Za-z]{22})((?:\.[0-9a-f-]{36}~[0-9]{1,12}~[\w-]{43}~[\w-]{43}){1,5})$/;

export function readDevice(cookie: string | undefined): Device | null {
  const match = DEVICE.exec(cookie ?? '');
  if (match === null) return null;
  const proofs = match[2]!.slice(1).split('.');
  return {
    id: match[1]!,
    proofs: proofs.map((proof) => {
      const [account, seconds, mark, signature] = proof.split('~') as [string, string, string, string];
      return { account, seconds, mark, signature };
    }),
  };
}

/**
 * Returns the proofs that accounts of this address signed in on the device, not too long ago. Proofs name accounts and not only
 * the address: anyone may have an account under anyone's address (decision 5).
 */
export const proofsFor = (secrets: Secrets, now: Date, device: Device | null, email: string): Proof[] =>
  (device?.proofs ?? []).filter(
    (proof) =>
      secrets.isSigned(PURPOSE, textOf(device!.id, proof, email), proof.signature) &&
      Number(proof.seconds) > now.getTime() / 1000 - DEVICE_DAYS * 86_400,
  );

/**
 * Returns the accounts whose password and factors are unchanged since the proof: any change voids it. The latest sign-in comes
 * first.
 */
export function knownAmong(secrets: Secrets, proofs: Proof[], accounts: Opening[]): string[] {
  const known = proofs.flatMap(({ mark }) =>
    accounts.filter((account) => secrets.isSigned(OPENING, openingText(account), mark)),
  );
  return [...new Set(known.map(({ person_id }) => person_id))];
}

/** Returns the new content of the cookie. */
export function remember(secrets: Secrets, now: Date, device: Device | null, opening: Opening): string {
  const id = device?.id ?? randomBase62(22);
  const { person_id: account, email } = opening;
  const said = {
    account,
    seconds: String(Math.floor(now.getTime() / 1000)),
    mark: secrets.sign(OPENING, openingText(opening)),
  };
  const proof = { ...said, signature: secrets.sign(PURPOSE, textOf(id, said, email)) };
  const others = (device?.proofs ?? []).filter((other) => other.account !== account);
  const proofs = [proof, ...others].slice(0, MOST_ACCOUNTS);
  return [id, ...proofs.map((p) => [p.account, p.seconds, p.mark, p.signature].join('~'))].join('.');
}

const PURPOSE = 'known device';
const textOf = (deviceId: string, { account, seconds, mark }: Omit<Proof, 'signature'>, email: string) =>
  `${deviceId} ${account} ${seconds} ${mark} ${email.toLowerCase()}`;
const OPENING = 'what opens an account';
const openingText = ({ person_id, opening }: Opening) => `${person_id} ${opening}`;
