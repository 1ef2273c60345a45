/** What is measured, its limits, and the table that compares both. */
import { median, percentile } from '../report.ts';
import type { Speed } from './visitor.ts';

/** How the figure is made of the measured values. */
const SUMMARIES = {
  median,
  p75: (values: number[]) => percentile(values, 75),
  longest: (values: number[]) => Math.max(...values),
};

type Limit = {
  unit: 'ms' | 'KiB' | 'files' | '%' | 'px' | 'requests';
  by: keyof typeof SUMMARIES;
  limits: Partial<Record<Speed, number>>;
  /** The limits are added to what the plain page takes. */
  isBeyondPlain?: boolean;
};

const ms = (by: Limit['by'], limits: Limit['limits']): Limit => ({ unit: 'ms', by, limits });

/** A first load: the bytes that e2e/shell.test.ts allows, a second over 4G, and what Core Web Vitals call good. */
const cold = (kib?: number, files?: number): Record<string, Limit> => ({
  script: { unit: 'KiB', by: 'longest', limits: { 'as is': kib } },
  'script files': { unit: 'files', by: 'longest', limits: { 'as is': files } },
  'all bytes': { unit: 'KiB', by: 'longest', limits: {} },
  'first paint': ms('median', { 'as is': 1_800, 'CPU 4x': 1_800, '4G': 1_800 }),
  'data shown': ms('median', { 'as is': 1_000, 'CPU 4x': 2_500, '4G': 1_000 }),
});

/** An answer to a click or key seems immediate within 100 ms; INP is good up to 200 ms at p75, and poor from 500 ms. */
const IMMEDIATE = { 'as is': 100, 'CPU 4x': 200 };
const NEVER_POOR = { 'as is': 200, 'CPU 4x': 500 };
/** A second keeps the thread of thought. */
const FLUENT = { 'as is': 500, 'CPU 4x': 1_000 };

const typing = { p75: ms('p75', IMMEDIATE), longest: ms('longest', NEVER_POOR) };

/** The names of `what: which` that scenes note. */
const LIMITS: Record<string, Record<string, Limit>> = {
  'Cold load of the sign-in': cold(40, 4),
  'Cold load of home': cold(200, 12),
  'Cold load of orders': cold(200, 12),
  'Cold load of customers': cold(),
  'Cold load of an entry': cold(),
  'Change of screen': {
    'first visit, data shown': ms('median', FLUENT),
    'later visit, data shown': ms('median', IMMEDIATE),
    'later visit, longest': ms('longest', FLUENT),
  },
  'Scrolling 10,000 px of orders': {
    'frames over 16.7 ms': {
      unit: '%',
      by: 'median',
      limits: { 'as is': 5, 'CPU 4x': 25 },
      isBeyondPlain: true,
    },
    'frames over 50 ms': { unit: '%', by: 'median', limits: { 'as is': 1, 'CPU 4x': 5 } },
    'longest frame': ms('median', { 'as is': 50, 'CPU 4x': 200 }),
    'frames with a blank place': { unit: '%', by: 'median', limits: { 'as is': 1, 'CPU 4x': 5 } },
  },
  'Key to paint, search of orders': typing,
  'Key to paint, slowly: each key searches': typing,
  'Search of orders': { 'last key to its row': ms('median', FLUENT) },
  'Key to paint, a page of 60 blocks': typing,
  'Key to paint, rich text of an entry': typing,
  Palette: {
    'first opening': ms('median', FLUENT),
    'later openings': ms('median', IMMEDIATE),
    'key to paint, p75': typing.p75,
    'key to paint, longest': typing.longest,
  },
  'Record from a list': {
    'first one, data shown': ms('median', FLUENT),
    'next ones, data shown': ms('median', { 'as is': 200, 'CPU 4x': 500 }),
  },
  'Back to a list': {
    'row shown': ms('median', IMMEDIATE),
    'off its former place': { unit: 'px', by: 'longest', limits: { 'as is': 2, 'CPU 4x': 2 } },
    requests: { unit: 'requests', by: 'longest', limits: { 'as is': 5, 'CPU 4x': 5 } },
  },
};

/** A plain page in the place of ours: what this machine can do at best. */
export type Side = Speed | `plain page, ${Speed}`;

export class Figures {
  readonly #values = new Map<string, number[]>();

  note(what: string, which: string, side: Side, ...values: number[]): void {
    if (LIMITS[what]?.[which] === undefined) throw new Error(`${what}: ${which} has no line in limits.ts`);
    const key = `${what}: ${which}, ${side}`;
    this.#values.set(key, [...(this.#values.get(key) ?? []), ...values]);
  }

  /** Prints a line for each figure. Returns those beyond their limit. */
  print(): string[] {
    const rows: Record<string, string | number>[] = [];
    const beyond: string[] = [];
    for (const [what, parts] of Object.entries(LIMITS)) {
      for (const [which, limit] of Object.entries(parts)) {
        const figureOf = (side: Side) => {
          const values = this.#values.get(`${what}: ${which}, ${side}`);
          return values && SUMMARIES[limit.by](values);
        };
        for (const speed of ['as is', 'CPU 4x', '4G'] as const) {
          const figure = figureOf(speed);
          if (figure === undefined) continue;
          const [usual, plain] = [figureOf('as is'), figureOf(`plain page, ${speed}`)];
          const own = limit.limits[speed];
          const most = own && (limit.isBeyondPlain ? own + (plain ?? 0) : own);
          const holds = most === undefined ? '' : figure <= most ? '✓' : '✗';
          rows.push({
            what: `${what}: ${which}`,
            at: speed,
            figure: `${shown(figure)} ${limit.unit}`,
            limit: most === undefined ? '' : `${shown(most)} ${limit.unit}`,
            holds,
            '÷ as is': speed === 'as is' || !usual ? '' : (figure / usual).toFixed(1),
            'plain page': plain === undefined ? '' : `${shown(plain)} ${limit.unit}`,
          });
          if (holds === '✗') beyond.push(`${what}: ${which}, ${speed}`);
        }
      }
    }
    console.table(rows);
    return beyond;
  }
}

const shown = (value: number) => (value >= 100 ? Math.round(value) : Math.round(value * 10) / 10);
