/** Shows the progress of a command: a bar in a terminal; elsewhere a line every few seconds. */
const WIDTH = 30;
const LINE_EVERY_MS = 5_000;

/** A share of null: the total is unknown. */
export type Progress = { show(share: number | null, text: string): void; end(): void };

export function startProgress(out: NodeJS.WriteStream, now: () => number): Progress {
  if (out.isTTY) {
    return {
      show: (share, text) => {
        const line = share === null ? text : `${bar(share)} ${percent(share)} ${text}`;
        out.write(`\r\x1b[2K${line.slice(0, (out.columns || 80) - 1)}`);
      },
      end: () => out.write('\r\x1b[2K'),
    };
  }
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show: (share, text) => {
      if (now() - shownAt < LINE_EVERY_MS) return;
      shownAt = now();
      out.write(`${share === null ? '' : `${percent(share).trim()} `}${text}\n`);
    },
    end: () => {},
  };
}

function bar(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * WIDTH);
  return '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
}

const percent = (share: number) => `${Math.floor(Math.min(1, Math.max(0, share)) * 100)}%`.padStart(4);
