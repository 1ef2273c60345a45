/** One machine: a shell as the first process of its namespaces, with folders of its own. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresPrograms, STAND_INS } from './stand-ins.ts';

const ROOT = join(import.meta.dirname, '../..');
const RUN_MS = 180_000;

/** The folders of one machine; all others are those of the real one. */
const OWN = [
  'etc',
  'opt',
  'root',
  'home',
  'var/lib',
  'var/log',
  'var/backups',
  'usr/local/sbin',
  'usr/local/src',
];
export const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

// The machines share what Node compiled: they start the same program often.
const SURROUNDINGS = { HOME: '/root', LC_ALL: 'C.UTF-8', NODE_COMPILE_CACHE: '/mnt/compiled' };

export type Outcome = { code: number | null; output: string };
export type Machine = {
  start(): Promise<void>;
  /** Runs a script of the shell as root. */
  run(script: string): Promise<Outcome>;
  /** Ends every process at once and takes the network away, as a power cut does. The folders stay. */
  powerOff(): Promise<void>;
  /** Starts the machine again, with the services that are enabled. */
  powerOn(): Promise<void>;
};

// Processes that go on in the background become children of this shell, and end with it. `wait` would end at the first of them.
const FIRST_PROCESS = `
  set -eu
  hostname "$1"
  mount --bind "$2" "$0/usr/local/src/colonnade-0.1.0"
  mount --bind "$0/../shared" /srv
  mount --bind "$0/.." /mnt
  for folder in ${OWN.join(' ')}; do mount --rbind "$0/$folder" "/$folder"; done
  mount -t tmpfs -o mode=755 tmpfs /run
  mount -t tmpfs tmpfs /tmp
  install -d -o postgres -g postgres /run/postgresql
  echo up
  cat`;

/** `folder`: the machine's, as the process `outside` sees it; that one has the bridge too. */
type Place = { name: string; number: number; outside: string; folder: string };

/** `own`: the folder, as this process sees it. */
export function createMachine(own: string, { name, number, outside, folder }: Place): Machine {
  for (const path of OWN) mkdirSync(join(own, path), { recursive: true });
  cpSync('/etc', join(own, 'etc'), { recursive: true, verbatimSymlinks: true });
  mkdirSync(join(own, 'usr/local/src/colonnade-0.1.0'));
  mkdirSync(join(own, 'etc/haproxy'), { recursive: true });
  addUserOfPostgres(join(own, 'etc'));
  const postgres = postgresPrograms();
  for (const [program, script] of Object.entries({ ...STAND_INS, ...postgres.standIns })) {
    writeFileSync(join(own, 'usr/local/sbin', program), script, { mode: 0o755 });
  }
  const env = { PATH: `/usr/local/sbin:${postgres.folder}:${PATH}`, ...SURROUNDINGS };
  let shell: ChildProcess | undefined;
  let pid = '';

  async function start(): Promise<void> {
    const flags = ['--mount', '--net', '--pid', '--uts', '--fork', '--kill-child', '--mount-proc'];
    const words = ['--target', outside, '--mount', '--', 'unshare', ...flags];
    shell = spawn('nsenter', [...words, 'sh', '-c', FIRST_PROCESS, folder, name, ROOT], {
      ...{ env, cwd: '/', stdio: 'pipe' },
    });
    let errors = '';
    shell.stderr!.on('data', (text) => {
      errors += text;
    });
    const [line] = await Promise.race([once(shell.stdout!, 'data'), once(shell, 'exit')]);
    assert.match(String(line), /^up/, `machine ${name} does not start: ${errors}`);
    pid = readFileSync(`/proc/${shell.pid}/task/${shell.pid}/children`, 'utf8').trim();
    const ip = (net: string, line: string, mayFail = false) => {
      const { status, stderr } = spawnSync('nsenter', ['--target', net, '--net', 'ip', ...line.split(' ')], {
        env: { PATH },
      });
      assert.ok(status === 0 || mayFail, `ip ${line}: ${stderr}`);
    };
    // The end of a former network removes its cable a moment later.
    ip(outside, `link delete to-${name}`, true);
    ip(outside, `link add to-${name} type veth peer name eth0 netns ${pid}`);
    ip(outside, `link set to-${name} master br0 up`);
    for (const line of ['link set lo up', `address add 10.77.0.${number}/24 dev eth0`, 'link set eth0 up']) {
      ip(pid, line);
    }
  }

  async function run(script: string): Promise<Outcome> {
    const into = ['--target', pid, '--mount', '--net', '--pid', '--uts', '--'];
    const child = spawn('nsenter', [...into, 'sh', '-euc', script], {
      ...{ env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], timeout: RUN_MS, killSignal: 'SIGKILL' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    const closed = once(child, 'close');
    const [code] = await once(child, 'exit');
    // A program in the background may keep the output open.
    await Promise.race([closed, sleep(500, undefined, { ref: false })]);
    return { code, output };
  }

  async function powerOff(): Promise<void> {
    if (shell === undefined || shell.exitCode !== null || shell.signalCode !== null) return;
    const ended = once(shell, 'exit');
    process.kill(Number(pid), 'SIGKILL');
    await ended;
  }

  async function powerOn(): Promise<void> {
    await start();
    await run('systemctl start-enabled');
  }

  return { start, run, powerOff, powerOn };
}

/** The packages of PostgreSQL make this user. */
function addUserOfPostgres(etc: string): void {
  if (/^postgres:/m.test(readFileSync(join(etc, 'passwd'), 'utf8'))) return;
  appendFileSync(join(etc, 'passwd'), 'postgres:x:988:988::/var/lib/postgresql:/bin/sh\n');
  appendFileSync(join(etc, 'group'), 'postgres:x:988:\n');
  if (existsSync(join(etc, 'shadow'))) appendFileSync(join(etc, 'shadow'), 'postgres:!:20000::::::\n');
}
