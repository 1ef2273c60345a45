/** Ends what test files share: helpers clean up after each file, and after the last file of a process. */
type End = () => Promise<unknown> | unknown;

const afterEach: End[] = [];
const afterLast: End[] = [];

/** For a helper that starts things on behalf of any file. */
export const afterEachFile = (end: End): void => void afterEach.push(end);
/** For things that all files of a process share. */
export const afterLastFile = (end: End): void => void afterLast.push(end);

export async function endFile(): Promise<void> {
  for (const end of afterEach) await end();
}

/** Later things may depend on earlier ones, so they end first. */
export async function endAll(): Promise<void> {
  for (const end of afterLast.toReversed()) await end();
}
