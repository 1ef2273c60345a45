/**
 * The two cookies: the refresh token of a sign-in, and the proofs that accounts signed in on this browser before. No script can
 * read either.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Secrets } from '#kernel/secrets.ts';
import type { Opening } from '../staff/accounts.sql.ts';
import { DEVICE_DAYS, type Device, readDevice, remember } from './devices.ts';

const REFRESH = '__Host-colonnade-refresh';
const DEVICE = '__Host-colonnade-device';
const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

export const refreshTokenOf = (request: FastifyRequest): string | undefined => request.cookies[REFRESH];
/** For requests that no route of this module handles, whose cookies are not parsed. */
export const hasRefreshToken = ({ headers }: FastifyRequest): boolean =>
  (headers.cookie ?? '').split('; ').some((cookie) => cookie.startsWith(`${REFRESH}=`));

export const keepRefreshToken = (reply: FastifyReply, token: string): void => keep(reply, REFRESH, token, 14);
export const forgetRefreshToken = (reply: FastifyReply): void => {
  reply.clearCookie(REFRESH, ATTRIBUTES);
};

export const deviceOf = (request: FastifyRequest): Device | null => readDevice(request.cookies[DEVICE]);

/** From now on the device of this request is known for this account, until its password or factors change. */
export const keepDevice = (
  request: FastifyRequest,
  reply: FastifyReply,
  secrets: Secrets,
  now: Date,
  opening: Opening,
): void => keep(reply, DEVICE, remember(secrets, now, deviceOf(request), opening), DEVICE_DAYS);

function keep(reply: FastifyReply, name: string, value: string, days: number): void {
  reply.setCookie(name, value, { ...ATTRIBUTES, maxAge: days * 86_400 });
}
