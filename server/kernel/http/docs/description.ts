import { BEARER_NAMES } from '#kernel/auth/shopper.ts';
import { bearersOf, type RouteNeeds } from '#kernel/http/guard.ts';

type Described = {
  description?: string;
  ranges?: boolean;
  headers?: { properties?: Record<string, unknown> };
};

/** The route's own words, then the rules that it shares with others: its callers, a dry run, conditions. */
export function descriptionOf(needs: RouteNeeds, { description, headers }: Described): string {
  const conditions = headers?.properties ?? {};
  return [
    description,
    callersOf(needs),
    needs.dryRun && 'With `dryRun=true`, the answer is complete and nothing is written.',
    'if-match' in conditions &&
      'With `If-Match`, it runs only if the record is still at the version that was read.',
    'if-none-match' in conditions &&
      'With `If-None-Match`, an answer that has not changed is 304 without a body.',
  ]
    .filter(Boolean)
    .join('\n\n');
}

function callersOf(needs: RouteNeeds): string {
  if (needs.public) return 'Needs no token.';
  if (needs.storefront) {
    const bearers = bearersOf(needs).map((kind) => BEARER_NAMES[kind]);
    return `Needs ${bearers.join(' or ')}${moduleOf(needs)}.`;
  }
  const scope = needs.scope === undefined ? '' : `, of an API key the scope \`${needs.scope}\``;
  return `Needs the role \`${needs.role}\`${scope}${moduleOf(needs)}.`;
}

const moduleOf = ({ module }: RouteNeeds) => (module === undefined ? '' : `, and the module \`${module}\``);
