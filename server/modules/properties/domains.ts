/** Host names of sites, in one spelling: lower case, punycode, without a port. */
import { domainToASCII } from 'node:url';

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Undefined for a text that cannot be a site's name: an address, a single word, a name with a port or a path. */
export function normalDomain(text: string): string | undefined {
  const name = text.trim().replace(/\.$/, '');
  // The conversion would cut off characters that end a host name in a URL, instead of refusing them.
  const domain = /[/?#@:\\%[\]]/.test(name) ? '' : domainToASCII(name);
  const labels = domain.split('.');
  // No top level is a number, but the last part of an IPv4 address always is.
  const isName =
    labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1)!);
  return isName && domain.length <= 253 ? domain : undefined;
}

/** 253 letters of a name, a full stop, and a port. */
const LONGEST_HOST = 260;

/** The name in a Host header; undefined when it cannot be a site's. Cheap for any input, because every request comes here. */
export function domainOfHost(host: string): string | undefined {
  if (host.length > LONGEST_HOST) return undefined;
  const [, name] = /^([a-z0-9_.-]+\.[a-z0-9_-]*[a-z][a-z0-9_-]*)\.?(?::\d{1,5})?$/i.exec(host) ?? [];
  return name?.toLowerCase();
}

/** Names that no DNS has, so that no owner can prove them: RFC 6761. */
export const isLocalName = (domain: string) => /\.(localhost|test)$/.test(domain);
