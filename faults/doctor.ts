/** Runs `colonnade doctor` on the database of an installation. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import type { Installation } from './installation.ts';
import { ROOT } from './program.ts';

export type Finding = { check: string; ok: boolean; message: string };

export async function askDoctor(installation: Installation): Promise<Finding[]> {
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts'), 'doctor', '--json'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: installation.databaseUrl,
      COLONNADE_SECRET: TEST_SECRET,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return (JSON.parse(output) as { findings: Finding[] }).findings;
}

/** Checks that every finding of `doctor` is good. */
export async function checkDoctor(installation: Installation): Promise<void> {
  const bad = (await askDoctor(installation)).filter(({ ok }) => !ok);
  const told = bad.map(({ check, message }) => `${check}: ${message}`).join('; ');
  installation.stage.check(`doctor finds nothing: ${told}`, bad.length === 0);
}
