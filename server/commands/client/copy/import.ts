/** `content import`: brings a file of `content export` into a tenant. It may be run again: what is there is gone on with, or updated. */
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { SetupError } from '#kernel/setting.ts';
import { type Api, type Connection, connectTo } from '../../api.ts';
import { FAILED, UsageError } from '../../failures.ts';
import { cannot } from '../../files.ts';
import { counted, plain, print } from '../../output.ts';
import { startProgress } from '../../progress.ts';
import { inWords, putTypes, refusalInWords, type TriedTypes, tryTypes } from '../content-types.ts';
import { ask, isAtTerminal } from '../prompt.ts';
import { readTypes } from '../type-files.ts';
import { importAssets } from './assets.ts';
import { type Problem, type Scan, scanFile } from './check.ts';
import { createEntries, findThere, goOn } from './entries.ts';
import { Journal } from './journal.ts';
import { type Locales, placeOf } from './lines.ts';
import { insist } from './patience.ts';
import { restorePositions } from './positions.ts';
import { NO_COUNTS, type Run } from './run.ts';
import { settleEntries } from './settle.ts';
import { assertScopes, openTenant, readLocales, readRights } from './tenant.ts';

export type ImportOptions = Connection & { dryRun?: boolean; yes?: boolean; errors?: string; json?: boolean };

const SHOWN = 10;
const CHANGE_POLL_MS = 500;

export async function importContent(
  path: string,
  options: ImportOptions,
  signal: AbortSignal,
): Promise<void> {
  if (!options.yes && !options.dryRun && !isAtTerminal())
    throw new UsageError('Add --yes to import without a question, or --dry-run.');
  const { file, folder } = await placeOf(path);
  const place = { file, folder: folder ?? dirname(file) };
  const scan = await scanFile(place);
  const api = connectTo(options, signal);
  const rights = await readRights(api);
  assertScopes(rights, [
    ...['read:content', 'write:content'],
    ...(scan.assets.size > 0 ? ['read:media', 'write:media'] : []),
    ...(scan.hasSites ? ['read:properties'] : []),
  ]);
  const server = await readTypes(options, signal);
  const tried = await tryTypes(api, server, scan.types, (found) => {
    if (!options.json) console.log(plain(inWords(found)));
  });
  if (tried.refused.length > 0) return refuseTypes(tried, options);
  const locales = await wantedLocales(api, scan, signal);
  const types = new Map([...server, ...scan.types].map((type) => [type.name, type]));
  const begin = (isDry: boolean, of: Locales): Run => ({
    target: openTenant(api, types, of, signal),
    ...{ place, scan, isDry, leftOut: [], counts: NO_COUNTS() },
    journal: new Journal(place, rights.id, isDry),
    progress: startProgress(process.stderr, () => performance.now()),
    problems: [...scan.problems],
    ...{ refused: new Set<string>(), created: new Set<string>(), parents: new Map<string, string | null>() },
    untriedTypes: new Set(isDry ? untried(tried, locales, scan) : []),
  });
  if (options.dryRun || !options.yes) {
    const rehearsal = await carryOut(begin(true, locales.now));
    if (options.dryRun) return tell(rehearsal, { ...tried, locales }, options);
    if (!options.json) console.log(plain(summary(rehearsal, { ...tried, locales })));
    await confirm(path, signal);
  }
  if (locales.wanted !== null) await putLocales(api, locales.wanted, signal);
  await putTypes(api, tried.wanted);
  const run = begin(false, await readLocales(api, signal));
  try {
    await tell(await carryOut(run), { ...tried, locales }, options);
  } finally {
    run.journal.close();
  }
}

async function carryOut(run: Run): Promise<Run> {
  try {
    if (!run.isDry) await goOn(run);
    await findThere(run);
    await importAssets(run);
    await createEntries(run);
    await settleEntries(run);
    if (!run.isDry) await restorePositions(run);
    run.counts.onlyThere = await countOthers(run);
    return run;
  } finally {
    run.progress.end();
  }
}

type WantedLocales = { now: Locales; wanted: Locales | null; isOtherDefault: boolean };

/** A target without entries gets the locales of the file; another one keeps its own, and gets those that it lacks. */
async function wantedLocales(api: Api, { locales: own }: Scan, signal: AbortSignal): Promise<WantedLocales> {
  const now = await readLocales(api, signal);
  const { data } = await insist(() => api.page('/v1/content/entries?limit=1'), signal);
  const lacking = own.locales.filter(({ code }) => !now.locales.some((one) => one.code === code));
  const wanted = data.length === 0 ? own : { default: now.default, locales: [...now.locales, ...lacking] };
  const isOtherDefault = wanted.default !== own.default;
  if (isDeepStrictEqual(wanted, now)) return { now, wanted: null, isOtherDefault };
  await insist(() => api.json('PUT', '/v1/content/locales?dryRun=true', wanted), signal);
  return { now, wanted, isOtherDefault };
}

/** A target with many entries prepares them first; entries in the new locales are refused until then. */
async function putLocales(api: Api, wanted: Locales, signal: AbortSignal): Promise<void> {
  let { change } = await insist(() => api.json('PUT', '/v1/content/locales', wanted), signal);
  while (change?.status === 'running') {
    await sleep(CHANGE_POLL_MS, undefined, { signal });
    change = await insist(() => api.json('GET', '/v1/content/locales/change'), signal);
  }
  if (change && change.status !== 'finished')
    throw new SetupError(`The locales of the target could not be changed: ${change.reason}`);
}

/** Types of which entries cannot be tried, because the target does not have the type or the locale yet. */
const untried = ({ wanted }: TriedTypes, locales: WantedLocales, { types }: Scan): string[] =>
  (isMore(locales) ? types : wanted).map(({ name }) => name);

const isMore = ({ now, wanted }: WantedLocales) =>
  wanted?.locales.some(({ code }) => !now.locales.some((one) => one.code === code)) ?? false;

/** The entries of the target, of the types in the file, that stand for none of the file. */
async function countOthers({ target, scan, journal, untriedTypes }: Run): Promise<number> {
  let count = 0;
  const own = Map.groupBy(scan.entries, ([, type]) => type);
  for (const { name } of scan.types.filter(({ block }) => !block)) {
    if (untriedTypes.has(name)) continue;
    const path = `/v1/content/entries?type=${encodeURIComponent(name)}&limit=1&count=true`;
    const { total } = await insist(() => target.api.page(path), target.signal);
    const known = (own.get(name) ?? []).filter(([id]) => journal.to(id) !== undefined).length;
    count += Math.max(0, (total?.count ?? 0) - known);
  }
  return count;
}

function refuseTypes({ refused }: TriedTypes, options: ImportOptions): void {
  const text = `\n${refused.map(refusalInWords).join('\n')}\nNothing was changed.`;
  print(options, { types: { refused } }, text);
  process.exitCode = FAILED;
}

async function confirm(path: string, signal: AbortSignal): Promise<void> {
  const answer = await ask(`Import ${path}? yes or no`, signal, { fallback: 'no' });
  if (!/^y(es)?$/i.test(answer)) throw new UsageError('Nothing was changed.');
}

type Setting = TriedTypes & { locales: WantedLocales };

async function tell(run: Run, tried: Setting, options: ImportOptions): Promise<void> {
  const { problems, counts, leftOut, scan, journal, isDry } = run;
  const { moved, untried: notTried, stillLive, onlyThere } = counts;
  const types = tried.wanted.map(({ name }) => name);
  const document = {
    dryRun: isDry,
    types: isDry ? { wouldPush: types } : { pushed: types },
    locales: tried.locales.wanted,
    ...{ entries: counts.entries, assets: counts.assets, moved, untried: notTried, stillLive, onlyThere },
    ...{ leftOut, scheduled: scan.scheduled, problems, ids: isDry ? null : journal.path },
  };
  if (options.errors !== undefined) await saveProblems(options.errors, problems);
  print(options, document, [summary(run, tried), ...problemLines(problems, options.errors)].join('\n'));
  if (problems.length > 0) process.exitCode = FAILED;
}

const cell = (value: unknown) => {
  const text = String(value ?? '');
  // A program for tables takes such a beginning for a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

async function saveProblems(path: string, problems: Problem[]): Promise<void> {
  const rows = problems.map(({ line, id, path: at, code, message }) =>
    [line, id, at, code, message].map(cell).join(','),
  );
  await writeFile(path, `${['line,id,path,code,message', ...rows].join('\r\n')}\r\n`).catch((error) => {
    throw cannot('be written', path, error);
  });
}

function problemLines(problems: Problem[], saved: string | undefined): string[] {
  if (problems.length === 0) return [];
  if (saved !== undefined) return [`What is wrong is in ${saved}.`];
  const rest = problems.length - SHOWN;
  return [
    ...problems
      .slice(0, SHOWN)
      .map(({ line, path, message }) => `  line ${line}: ${[path, message].filter(Boolean).join(' ')}`),
    ...(rest > 0 ? [`  and ${rest} more: add --errors FILE`] : []),
  ];
}

const entriesIn = (count: number) => counted(count, 'entry', 'entries');

function summary({ counts, leftOut, scan, isDry }: Run, { wanted, locales }: Setting): string {
  const { entries, assets } = counts;
  const would = isDry ? 'would be ' : '';
  const parts = (all: Record<string, number>) =>
    Object.entries(all)
      .filter(([, count]) => count > 0)
      .map(([what, count]) => `${count} ${what === 'unchanged' || what === 'refused' ? '' : would}${what}`)
      .join(', ') || 'none';
  const codes = locales.wanted?.locales.map(({ code }) => code) ?? [];
  const notes: [number, string][] = [
    [codes.length, `Locales ${would}set: ${codes.join(', ')}.`],
    [
      Number(locales.isOtherDefault),
      `The default locale stays ${locales.now.default}; that of the file is ${scan.locales.default}.`,
    ],
    [wanted.length, `Types ${would}pushed: ${wanted.map(({ name }) => name).join(', ')}.`],
    [counts.untried, `${entriesIn(counts.untried)} can be tried only when types and locales are there.`],
    [counts.moved, `${counts.moved} moved to the place that they have in the file.`],
    [
      counts.onlyThere,
      `${entriesIn(counts.onlyThere)} of these types are there and not in the file: left as they are.`,
    ],
    [counts.stillLive, `${entriesIn(counts.stillLive)} stay live where the file has no live values.`],
    [
      leftOut.length,
      `${counted(leftOut.length, 'link')} left out, because what they lead to is not there: ${placesOf(leftOut)}.`,
    ],
    [
      scan.scheduled.length,
      `Times are not set. ${entriesIn(scan.scheduled.length)} of the file have some: ${placesOf(scan.scheduled)}.`,
    ],
  ];
  return [
    `Entries: ${parts(entries)}. Assets: ${parts(assets)}.`,
    ...notes.filter(([count]) => count > 0).map(([, text]) => text),
  ].join('\n');
}

const placesOf = (all: { line: number; path?: string }[]) =>
  [
    ...all.slice(0, SHOWN).map(({ line, path }) => [`line ${line}`, path].filter(Boolean).join(' ')),
    ...(all.length > SHOWN ? ['…'] : []),
  ].join(', ');
