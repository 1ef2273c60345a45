/** Benchmarks: each reports the figures of this run as ratios to its rivals and its limit. */
const [name = '', ...rest] = process.argv.slice(2);
const benches: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  catalog: () => import('./catalog/bench.ts'),
  checkout: () => import('./checkout/bench.ts'),
  content: () => import('./content/bench.ts'),
  dashboard: () => import('./dashboard/bench.ts'),
  deliveries: () => import('./deliveries/bench.ts'),
  fresh: () => import('./fresh/bench.ts'),
  inventory: () => import('./inventory/bench.ts'),
  media: () => import('./media/bench.ts'),
  orders: () => import('./orders/bench.ts'),
  redirects: () => import('./redirects/bench.ts'),
  'order-lists': () => import('./orders/lists.ts'),
  'order-import': () => import('./orders/import.ts'),
  relay: () => import('./relay/bench.ts'),
  scale: () => import('./scale/bench.ts'),
  search: () => import('./search/bench.ts'),
  storefront: () => import('./storefront/bench.ts'),
};
const load = benches[name];
if (load === undefined) {
  console.error(`Which one? npm run bench -- ${Object.keys(benches).join(' | ')}`);
  process.exit(1);
}
await (await load()).run(rest);
process.exit(0);
