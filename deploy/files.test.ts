/** compose.yaml, the files for Kubernetes and the units of systemd, as far as they can be checked without those that read them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { GROUPS } from '../server/commands/groups.ts';
import { readSettings } from '../server/settings.ts';

// biome-ignore lint/suspicious/noExplicitAny: the formats are others', and a test says what it expects of them
type Any = any;
type Env = Record<string, string>;

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const dockerfile = read('Dockerfile');
const image = {
  uid: Number(/--uid (\d+)/.exec(dockerfile)![1]),
  port: Number(/\bPORT=(\d+)/.exec(dockerfile)![1]),
  metricsPort: Number(/METRICS_PORT=(\d+)/.exec(dockerfile)![1]),
};
const commands = GROUPS.flatMap((group) => Object.keys(group.commands));

/** Fails for a name that is no setting, and for a value that the program would refuse. */
function assertSettings(env: Env): void {
  const known = new Set<string>();
  const noting = new Proxy(env, {
    get: (values, name: string) => {
      known.add(name);
      return values[name];
    },
  });
  const { shutdownSeconds } = readSettings(noting);
  assert.equal(shutdownSeconds, 12, 'the times to stop in these files go by the default');
  assert.deepEqual(
    Object.keys(env).filter((name) => !known.has(name)),
    [],
    'names that are no settings',
  );
}

const example = Object.fromEntries(
  [...read('.env.example').matchAll(/^([A-Z_0-9]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
);
const filledIn = (text: string) =>
  text.replaceAll(/\$\{(\w+)(?::[?-])?\}/g, (_, name) => {
    assert.ok(name in example, `.env.example has no ${name}`);
    return example[name] || 'a'.repeat(64);
  });

describe('compose.yaml', () => {
  const { services, volumes }: Any = parse(read('compose.yaml'), { merge: true });
  const ours: [string, Any][] = Object.entries(services).filter(([, { build }]: Any) => build);

  it('runs commands of the program, with its settings, for long enough to stop', () => {
    assert.deepEqual(ours.map(([name]) => name).sort(), ['api1', 'api2', 'migrate', 'worker1', 'worker2']);
    for (const [, { command, environment, stop_grace_period }] of ours) {
      assert.ok(commands.includes(command[0]), command[0]);
      const env: Env = {};
      for (const [name, value] of Object.entries<string>(environment)) env[name] = filledIn(value);
      assertSettings({ MODE: 'production', ...env });
      assert.ok(Number.parseInt(stop_grace_period, 10) > 12);
    }
  });

  it('asks .env for what .env.example lists', () => {
    for (const { environment } of Object.values<Any>(services)) {
      for (const value of Object.values<string>(environment)) filledIn(value);
    }
  });

  it('gives no service more rights than it needs', () => {
    for (const [name, service] of Object.entries<Any>(services)) {
      assert.equal(service.read_only, true, name);
      assert.deepEqual(service.cap_drop, ['ALL'], name);
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
    }
  });

  it('waits for services that exist and can report that', () => {
    for (const [name, { depends_on = {} }] of Object.entries<Any>(services)) {
      for (const [other, { condition }] of Object.entries<Any>(depends_on)) {
        const { healthcheck, build, restart } = services[other];
        if (condition === 'service_healthy') assert.ok(healthcheck?.test ?? build, `${name}: ${other}`);
        else assert.ok(restart === undefined || restart === 'no', `${name}: ${other} would not end`);
      }
    }
  });

  it('mounts files of the repository and volumes that it declares', () => {
    for (const { volumes: mounts = [] } of Object.values<Any>(services)) {
      for (const [from] of mounts.map((mount: string) => mount.split(':'))) {
        assert.ok(from.startsWith('./') ? existsSync(join(ROOT, from)) : from in volumes, from);
      }
    }
  });

  it('lets the proxy reach each API, and the APIs trust the proxy alone', () => {
    const apis = ours.filter(([, { command }]) => command[0] === 'api').map(([name]) => name);
    const { environment, networks } = services.proxy;
    assert.equal(environment.APIS, apis.map((name) => `${name}:${image.port}`).join(' '));
    assert.equal(services.api1.environment.TRUST_PROXY, networks.default.ipv4_address);
    const named = [...read('deploy/proxy/Caddyfile').matchAll(/\{\$(\w+):/g)].map(([, name]) => name!);
    assert.deepEqual(named.sort(), Object.keys(environment).sort());
  });
});

describe('the files for Kubernetes', () => {
  const all: Any[] = globSync('deploy/kubernetes/*.yaml', { cwd: ROOT }).flatMap((path) =>
    parseAllDocuments(read(path)).map((document) => {
      assert.deepEqual(document.errors, [], path);
      return document.toJS();
    }),
  );
  const ofKind = (kind: string) => all.filter((each) => each.kind === kind);
  const pods: Any[] = [...ofKind('Deployment'), ...ofKind('Job')].map(({ spec }) => spec.template);
  const hasLabels = (labels: Env) => (pod: Any) =>
    Object.entries(labels).every(([name, value]) => pod.metadata.labels[name] === value);

  it('run migrate, api and worker, with settings of the program', () => {
    const containers = pods.flatMap(({ spec }) => spec.containers);
    assert.deepEqual(
      containers.flatMap(({ args }) => args).sort(),
      ['api', 'migrate', 'worker'].filter((word) => commands.includes(word)),
    );
    const [{ data, metadata }] = ofKind('ConfigMap');
    const [secret] = ofKind('Secret');
    assertSettings({ MODE: 'production', ...data, ...secret.stringData });
    for (const { envFrom } of containers) {
      assert.deepEqual(envFrom, [
        { configMapRef: { name: metadata.name } },
        { secretRef: { name: secret.metadata.name } },
      ]);
    }
  });

  it('run as the user of the image, who can write to /data and /tmp alone', () => {
    for (const { spec } of pods) {
      const { runAsNonRoot, runAsUser } = spec.securityContext;
      assert.deepEqual([runAsNonRoot, runAsUser], [true, image.uid]);
      for (const { securityContext, volumeMounts } of spec.containers) {
        assert.deepEqual(securityContext, {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        assert.deepEqual(volumeMounts.map(({ mountPath }: Any) => mountPath).sort(), ['/data', '/tmp']);
        for (const { name } of volumeMounts) assert.ok(spec.volumes.some((each: Any) => each.name === name));
      }
    }
  });

  it('ask for health where the process answers, and leave time to stop', () => {
    for (const { spec } of ofKind('Deployment')) {
      const { containers, terminationGracePeriodSeconds } = spec.template.spec;
      for (const { ports, lifecycle, startupProbe, readinessProbe, livenessProbe } of containers) {
        const portOf = Object.fromEntries(ports.map((each: Any) => [each.name, each.containerPort]));
        assert.equal(portOf.metrics, image.metricsPort);
        assert.equal(portOf.http ?? image.port, image.port);
        assert.equal(readinessProbe.httpGet.path, '/readyz');
        for (const probe of [startupProbe, livenessProbe]) assert.equal(probe.httpGet.path, '/healthz');
        for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
          assert.ok(probe.httpGet.port in portOf);
        }
        const pause = Number(lifecycle?.preStop.exec.command[1] ?? 0);
        assert.ok(terminationGracePeriodSeconds > 12 + pause);
      }
    }
  });

  it('select pods that exist, and lead from the ingress to the API', () => {
    for (const { spec } of [...ofKind('Deployment'), ...ofKind('PodDisruptionBudget')]) {
      assert.equal(pods.filter(hasLabels(spec.selector.matchLabels)).length, 1);
    }
    const [service] = ofKind('Service');
    const [pod, ...others] = pods.filter(hasLabels(service.spec.selector));
    assert.deepEqual([pod.metadata.labels.process, others], ['api', []]);
    const [{ name, targetPort }] = service.spec.ports;
    assert.ok(pod.spec.containers[0].ports.some((port: Any) => port.name === targetPort));
    const [{ spec }] = ofKind('Ingress');
    const { backend } = spec.rules[0].http.paths[0];
    assert.deepEqual(backend.service, { name: service.metadata.name, port: { name } });
  });
});

describe('the units of systemd', () => {
  const units = globSync('deploy/systemd/*.service', { cwd: ROOT }).map((path) => ({
    path,
    text: read(path),
  }));
  const lineOf = (text: string, key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1];

  it('run commands of the program with its settings, and leave time to stop', () => {
    for (const { path, text } of units) {
      const [node, main, command = ''] = lineOf(text, 'ExecStart')!.split(' ');
      assert.equal(path, `deploy/systemd/colonnade-${command}.service`);
      assert.ok(commands.includes(command), command);
      assert.deepEqual(
        [node, main],
        ['/opt/colonnade/node_modules/node/bin/node', '/opt/colonnade/server/main.ts'],
      );
      const pairs = (lineOf(text, 'Environment') ?? '').split(' ').filter(Boolean);
      assertSettings(Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string])));
      const seconds = lineOf(text, 'TimeoutStopSec');
      if (seconds !== undefined) assert.ok(Number(seconds) > 12);
    }
  });

  it('start a server however late its database comes', () => {
    for (const { path, text } of units.filter(({ text }) => lineOf(text, 'Restart') === 'always')) {
      // A unit that requires another is not started again once that one failed; nor is one that failed often.
      assert.equal(lineOf(text, 'Requires'), undefined, path);
      assert.equal(lineOf(text, 'StartLimitIntervalSec'), '0', path);
    }
  });

  const missing = spawnSync('systemd-analyze', ['--version']).status === 0 ? false : 'it is not installed';
  it('are valid for systemd-analyze', { skip: missing }, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'colonnade-units-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const copies = units.map(({ path, text }) => {
      const copy = join(folder, basename(path));
      // The program, the user and the network of a machine where it is installed are not here.
      writeFileSync(copy, text.replaceAll('/opt/colonnade', ROOT).replaceAll(/^.*(User=|network).*\n/gm, ''));
      return copy;
    });
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...copies]);
    assert.deepEqual([status, stderr.toString()], [0, '']);
  });
});

it('.env.example has settings of the program, and variables of compose.yaml', () => {
  const ofCompose = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
  const { COLONNADE_SECRET, ...others } = example;
  assert.equal(COLONNADE_SECRET, '');
  const settings = Object.entries(others).filter(([name]) => !ofCompose.includes(name));
  assertSettings({
    ...Object.fromEntries(settings),
    ...{ MEDIA_S3_BUCKET: 'b', MEDIA_S3_ACCESS_KEY_ID: 'a', MEDIA_S3_SECRET_ACCESS_KEY: 'b' },
  });
});
