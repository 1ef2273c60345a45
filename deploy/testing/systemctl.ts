/** Stands in for systemctl in a namespace: runs the units of systemd, as far as they say what runs, as whom and in which environment. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const STATE = '/run/units';
const ENABLED = '/etc/systemd/enabled';
mkdirSync(STATE, { recursive: true });
mkdirSync(ENABLED, { recursive: true });

const [command = '', ...words] = process.argv.slice(2);
const names = words.filter((word) => !word.startsWith('-')).map((word) => word.replace(/\.service$/, ''));
const isNow = words.includes('--now');

type Unit = { all(key: string): string[]; first(key: string): string | undefined };

function readUnit(name: string): Unit {
  const path = [`/etc/systemd/system/${name}.service`, `/lib/systemd/system/${name}.service`].find(
    existsSync,
  );
  if (path === undefined) {
    console.error(`Unit ${name}.service not found.`);
    process.exit(5);
  }
  const lines = readFileSync(path, 'utf8').split('\n');
  const all = (key: string) =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
  return { all, first: (key) => all(key)[0] };
}

function environmentOf(unit: Unit): Record<string, string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env as Record<string, string>;
  const env: Record<string, string> = { PATH: PATH!, NODE_COMPILE_CACHE: NODE_COMPILE_CACHE! };
  const add = (pair: string) => {
    env[pair.slice(0, pair.indexOf('='))] = pair.slice(pair.indexOf('=') + 1);
  };
  for (const line of unit.all('Environment')) {
    for (const [, quoted, plain] of line.matchAll(/"([^"]*)"|(\S+)/g)) add(quoted ?? plain!);
  }
  for (const file of unit.all('EnvironmentFile')) {
    const path = file.replace(/^-/, '');
    if (!existsSync(path)) {
      if (file.startsWith('-')) continue;
      throw new Error(`${path} is missing`);
    }
    for (const line of readFileSync(path, 'utf8').split('\n')) if (/^\w+=/.test(line)) add(line);
  }
  return env;
}

const idOf = (flag: string, user: string) => Number(execFileSync('id', [flag, user]).toString());

/** Starts a line such as ExecStart. */
function launch(name: string, unit: Unit, line: string, more: Record<string, string> = {}) {
  const env = { ...environmentOf(unit), ...more };
  const [program, ...args] = line
    .replaceAll(/\$\{?(\w+)\}?/g, (_, variable) => env[variable] ?? '')
    .split(' ')
    .filter(Boolean);
  const user = unit.first('User');
  const ids = user === undefined ? {} : { uid: idOf('-u', user), gid: idOf('-g', user) };
  const state = unit.first('StateDirectory');
  if (state !== undefined) {
    const mode = unit.first('StateDirectoryMode') ?? '0755';
    execFileSync('install', ['-d', '-o', user!, '-g', user!, '-m', mode, `/var/lib/${state}`]);
  }
  const log = openSync(`/var/log/${name}.log`, 'a');
  return spawn(program!, args, { ...ids, env, cwd: '/', stdio: ['ignore', log, log] });
}

const pidFile = (name: string) => `${STATE}/${name}`;
const pidOf = (name: string) => Number(readFileSync(pidFile(name), 'utf8'));
const isActive = (name: string) => existsSync(pidFile(name));

async function start(name: string): Promise<void> {
  if (isActive(name)) return;
  const unit = readUnit(name);
  for (const wanted of unit.all('Wants').filter((word) => word.endsWith('.service'))) {
    await start(wanted.replace(/\.service$/, ''));
  }
  if (unit.first('Type') === 'oneshot') {
    const [code] = await once(launch(name, unit, unit.first('ExecStart')!), 'exit');
    if (code === 0) writeFileSync(pidFile(name), '0');
    else if (names.includes(name)) {
      console.error(`Job for ${name}.service failed. See "journalctl -u ${name}".`);
      process.exitCode = 1;
    }
    return;
  }
  const log = openSync(`/var/log/${name}.log`, 'a');
  const keeper = spawn(process.execPath, [import.meta.filename, 'keep', name], {
    ...{ detached: true, stdio: ['ignore', log, log] },
  });
  keeper.unref();
  writeFileSync(pidFile(name), String(keeper.pid));
}

async function stop(name: string): Promise<void> {
  if (!isActive(name)) return;
  const pid = pidOf(name);
  if (pid > 0) {
    process.kill(pid, 'SIGTERM');
    while (existsSync(`/proc/${pid}`)) await sleep(50);
  }
  rmSync(pidFile(name));
}

/** Runs the unit, again and again, until SIGTERM. */
async function keep(name: string): Promise<void> {
  const unit = readUnit(name);
  let isStopping = false;
  let child = launch(name, unit, unit.first('ExecStart')!);
  process.on('SIGTERM', () => {
    isStopping = true;
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), Number(unit.first('TimeoutStopSec') ?? 90) * 1000).unref();
  });
  process.on('SIGHUP', () => {
    const lines = unit.all('ExecReload');
    for (const line of lines) launch(name, unit, line, { MAINPID: String(child.pid) });
  });
  for (;;) {
    await once(child, 'exit');
    if (isStopping) return;
    await sleep(Number(unit.first('RestartSec') ?? 0.1) * 1000);
    if (isStopping) return;
    child = launch(name, unit, unit.first('ExecStart')!);
  }
}

const COMMANDS: Record<string, (name: string) => Promise<void> | void> = {
  start,
  stop,
  keep,
  async restart(name) {
    await stop(name);
    await start(name);
  },
  reload: (name) => void process.kill(pidOf(name), 'SIGHUP'),
  async enable(name) {
    readUnit(name);
    writeFileSync(`${ENABLED}/${name}`, '');
    if (isNow) await start(name);
  },
  async disable(name) {
    rmSync(`${ENABLED}/${name}`, { force: true });
    if (isNow) await stop(name);
  },
  'is-active': (name) => {
    console.log(isActive(name) ? 'active' : 'inactive');
    if (!isActive(name)) process.exitCode = 3;
  },
};

if (command === 'start-enabled') for (const name of readdirSync(ENABLED)) await start(name);
else if (command !== 'daemon-reload') for (const name of names) await COMMANDS[command]!(name);
if (command === 'keep') process.exit(0);
