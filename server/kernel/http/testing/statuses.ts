import type { App } from '#kernel/http/app.ts';
import { statusesOf } from '#kernel/http/docs/failures.ts';
import type { Metrics } from '#kernel/metrics.ts';

/** A site has paths of its own, which may equal those of our routes; tests of sites ask for these. */
const OF_SITES = ['GET /healthz 404', 'GET /v1/me 404', 'POST /v1/crm/customers 405'];

/** The answers of this app whose status the contract does not list for their route. */
export async function undeclaredStatuses(app: App, metrics: Metrics): Promise<string[]> {
  const routes = new Map(app.routeList.map((route) => [`${route.method} ${route.url}`, route]));
  const { values } = await metrics.requests.get();
  const answers = values.filter(({ metricName }) => metricName.endsWith('_count'));
  return answers.flatMap(({ labels }) => {
    const { method, route: url, status } = labels as { method: string; route: string; status: number };
    const route = routes.get(`${method === 'HEAD' ? 'GET' : method} ${url}`);
    // A request that the client gave up has the status with which every reply begins.
    if (status === 200) return [];
    if (OF_SITES.includes(`${method} ${url} ${status}`)) return [];
    // Pages for people, and answers to visitors of sites, are not in the contract.
    if (route?.schema.summary === undefined || statusesOf(route).includes(status)) return [];
    return [`${method} ${url} answered ${status}`];
  });
}
