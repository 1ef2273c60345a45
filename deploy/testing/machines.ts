/** Several machines on one: namespaces for network, mounts and processes, with folders of their own, on one bridge. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMachine, type Machine, PATH } from './machine.ts';

/** The address of everything outside of the installation: its clients, and the bucket. */
export const OUTSIDE = '10.77.0.254';
const NAMES = ['a', 'b', 'c'];
/** With less free memory, the machines are on the disk. They take 2 GB. */
const IN_MEMORY_BYTES = 6e9;

export type Machines = {
  machine(name: string): Machine;
  /** Starts a program of Node outside of the machines, with a channel for messages. */
  startOutside(file: string): ChildProcess;
  close(): Promise<void>;
};

/** The reason why this machine cannot hold others, if there is one. */
export function missingForMachines(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid!() !== 0) return 'it needs root';
  const programs = ['ip', 'unshare', 'nsenter', 'runuser', 'openssl', 'curl', 'haproxy'];
  const missing = programs.find(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`], { env: { PATH } }).status !== 0,
  );
  if (missing !== undefined) return `${missing} is not installed`;
  if (!existsSync('/lib/systemd/system/haproxy.service')) return 'haproxy is not installed as a service';
  const { status } = spawnSync('unshare', ['--mount', '--net', '--pid', '--uts', '--fork', 'true']);
  return status === 0 ? undefined : 'this machine refuses namespaces';
}

/** `fill` makes the sources of a newer version in a folder. */
export async function openMachines(fill: (folder: string) => void): Promise<Machines> {
  const folder = mkdtempSync(join(tmpdir(), 'colonnade-machines-'));
  chmodSync(folder, 0o755);
  // The shells of the machines, and this one, end when their input does: when the test closes it, or dies. The folder in memory is in the
  // namespace of this one, and ends with it.
  const inMemory = process.availableMemory() > IN_MEMORY_BYTES;
  const mount = inMemory ? 'mount -t tmpfs -o mode=755,size=75% machines "$0"' : ':';
  const outside = spawn('unshare', ['--net', '--mount', 'sh', '-euc', `${mount}; echo up; cat`, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const machines: Machine[] = [];
  const close = async () => {
    await Promise.all(machines.map(({ powerOff }) => powerOff()));
    if (outside.exitCode === null) {
      const ended = once(outside, 'exit');
      outside.stdin.end();
      await ended;
    }
    // Outside of memory, these are tens of thousands of files, for which Node takes much longer.
    execFileSync('rm', ['-rf', folder]);
  };
  try {
    await once(outside.stdout, 'data');
    const net = String(outside.pid);
    const seen = join('/proc', net, 'root', folder);
    mkdirSync(join(seen, 'shared'));
    mkdirSync(join(seen, 'compiled'));
    chmodSync(join(seen, 'compiled'), 0o1777);
    for (const line of [
      'link add br0 type bridge',
      `address add ${OUTSIDE}/24 dev br0`,
      'link set br0 up',
      'link set lo up',
    ]) {
      execFileSync('nsenter', ['--target', net, '--net', 'ip', ...line.split(' ')], { env: { PATH } });
    }
    for (const [index, name] of NAMES.entries()) {
      const machine = createMachine(join(seen, name), {
        ...{ name, number: index + 1, outside: net, folder: join(folder, name) },
      });
      machines.push(machine);
      fill(join(seen, name, 'usr/local/src/colonnade-0.2.0'));
      await machine.start();
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    machine: (name) => machines[NAMES.indexOf(name)] ?? assert.fail(`There is no machine ${name}.`),
    startOutside: (file) =>
      spawn('nsenter', ['--target', String(outside.pid), '--net', '--', process.execPath, file, folder], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }),
    close,
  };
}
