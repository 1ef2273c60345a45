/** The pages that an unknown address probably means: those whose name contains a word of it, or is spelled nearly so. */
import type { PageName } from '#kernel/http/docs/page.ts';
import { nearest } from '#kernel/http/nearest.ts';

const MOST_PAGES = 5;
const LONGEST_PATH = 200;
const LEAST_LETTERS = 3;

export function nearestPages(pages: PageName[], path: string): PageName[] {
  const words = path
    .slice(0, LONGEST_PATH)
    .toLowerCase()
    .replace(/\.(md|html?)$/, '')
    .split('/')
    .slice(2)
    .flatMap((part) => [part, ...part.split(/[^a-z0-9]+/)])
    .filter((word) => word.length >= LEAST_LETTERS && !FOLDERS.includes(word))
    .reverse();
  const names = pages.map((page) => nameOf(page));
  const found = words.flatMap((word) => {
    const meant = nearest(word, names);
    return pages.filter((_, index) => names[index] === meant || names[index]!.includes(word));
  });
  return [...new Set(found)].slice(0, MOST_PAGES);
}

const FOLDERS = ['guides', 'reference', 'docs'];
const nameOf = ({ path }: PageName) => path.split('/').at(-1)!;
