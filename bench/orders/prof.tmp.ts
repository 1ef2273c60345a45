import { Session } from 'node:inspector/promises';
import { httpRequest, load } from '../load.ts';
import { openStage, orderBody } from './stage.ts';

const what = process.argv[2] ?? 'me';
const stage = await openStage();
const requests = stage.keys.map((key, i) =>
  what === 'me'
    ? httpRequest('GET', '/v1/me', key)
    : httpRequest('POST', '/v1/crm/orders', key, orderBody(i + 1)),
);
await load({ port: stage.port, connections: 64, seconds: 1, requests });
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: 200 });
await session.post('Profiler.start');
const c0 = process.cpuUsage();
const m = await load({ port: stage.port, connections: 64, seconds: 4, requests });
const c1 = process.cpuUsage(c0);
const n = m.perSecond * 5;
console.log(Math.round(m.perSecond), 'per s, node us', Math.round((c1.user + c1.system) / n), m.p50, m.p99);
const { profile } = await session.post('Profiler.stop');
const self = new Map<string, number>();
const dt = profile.timeDeltas!;
const byId = new Map(profile.nodes.map((x) => [x.id, x]));
profile.samples!.forEach((id, i) => {
  const f = byId.get(id)!.callFrame;
  const k = `${f.functionName || '(anon)'} ${f.url.split('/').slice(-3).join('/')}:${f.lineNumber}`;
  self.set(k, (self.get(k) ?? 0) + dt[i]!);
});
const byFile = new Map<string, number>();
profile.samples!.forEach((id, i) => {
  const f = byId.get(id)!.callFrame;
  const k =
    f.url === ''
      ? `native ${f.functionName}`
      : f.url.startsWith('node:')
        ? f.url
        : f.url.split('/').slice(-3).join('/');
  byFile.set(k, (byFile.get(k) ?? 0) + dt[i]!);
});
for (const [k, v] of [...byFile].sort((a, b) => b[1] - a[1]).slice(0, 40))
  console.log((v / n).toFixed(2).padStart(8), 'us', k);
console.log('---');
for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 50))
  console.log((v / n).toFixed(2).padStart(8), 'us', k);
await stage.close();
process.exit(0);
