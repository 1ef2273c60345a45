/** The records that were opened last in this window, for the command palette. */
const KEY = 'recent';
const MOST = 8;
const RECORD = /^\/(?!settings|account)[a-z-]+\/(?!new|import|types)[\w-]+$/;

export type Recent = { path: string; title: string };

export function recentRecords(): Recent[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Recent[];
  } catch {
    return [];
  }
}

/** Notes a record; other screens are in the menu. */
export function noteVisit(path: string, title: string): void {
  if (!RECORD.test(path)) return;
  const others = recentRecords().filter((one) => one.path !== path);
  try {
    sessionStorage.setItem(
      KEY,
      JSON.stringify([{ path, title: title.slice(0, 200) }, ...others].slice(0, MOST)),
    );
  } catch {
    // The browser stores nothing; the palette works without.
  }
}
