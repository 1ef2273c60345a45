/** How far something is: a bar that moves in a terminal; elsewhere, now and then a line. */
const WIDTH = 30;
const LINE_EVERY_MS = 5_000;

export type Progress = { show(share: number, text: string): void; end(): void };

export function startProgress(out: NodeJS.WriteStream, now: () => number): Progress {
  if (out.isTTY) {
    return {
      show: (share, text) => {
        const filled = Math.round(Math.min(1, Math.max(0, share)) * WIDTH);
        const line = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${percent(share)} ${text}`;
        out.write(`\r\x1b[2K${line.slice(0, (out.columns ?? 80) - 1)}`);
      },
      end: () => out.write('\r\x1b[2K'),
    };
  }
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show: (share, text) => {
      if (now() - shownAt < LINE_EVERY_MS) return;
      shownAt = now();
      out.write(`${percent(share).trim()} ${text}\n`);
    },
    end: () => {},
  };
}

const percent = (share: number) => `${Math.floor(Math.min(1, Math.max(0, share)) * 100)}%`.padStart(4);
