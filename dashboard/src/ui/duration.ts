/** Durations in words: "850 ms", "12 s", "28 min", "1 h 5 min", "3 days". */
const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];

export function durationInWords(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < MINUTE) return `${Math.round(seconds)} s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  if (seconds < 2 * DAY) {
    const minutes = Math.floor((seconds % HOUR) / MINUTE);
    return `${Math.floor(seconds / HOUR)} h${minutes === 0 ? '' : ` ${minutes} min`}`;
  }
  return `${Math.floor(seconds / DAY)} days`;
}
