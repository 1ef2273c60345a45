/** Loaded before a program that asks the name server of a row instead of the machine's. */
import { Resolver } from 'node:dns/promises';

const { resolve4 } = Resolver.prototype;

Resolver.prototype.resolve4 = function (this: Resolver, ...parts: Parameters<typeof resolve4>) {
  this.setServers([process.env.NAME_SERVER!]);
  return resolve4.apply(this, parts);
} as typeof resolve4;
