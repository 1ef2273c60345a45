/** Bundles the dashboard. During development, `npx vite dashboard` beside `npm start` reloads on each change. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const file = (path: string) => join(import.meta.dirname, path);

/** Shared with the sign-in, which loads nothing else. */
const SESSION =
  /preload-helper|[\\/](session[\\/](session|typed-storage|safe-next|last-sign-in)|sdk[\\/](?!forms)\w+|ui[\\/](explain|field-words))\.ts/;
/** The parts that the frame of every screen needs. */
const APP = /src[\\/](?!app[\\/]boot|features[\\/]sign-in)/;
/** The kit, but for its large parts: editor, calendar, charts, and inputs that the first screens do not have. */
const KIT =
  /node_modules[\\/](?!@tiptap|prosemirror|@tanstack|@tabler|klona|fast-deep-equal|@mantine[\\/](tiptap|dates|dropzone|spotlight|form|core[\\/]esm[\\/](components[\\/](Checkbox|Radio|Switch|Textarea|Modal|CopyButton)|utils[\\/]Inline)))/;
/** Inputs of the filters of orders. */
const FILTERS = /core[\\/]esm[\\/]components[\\/](MultiSelect|PillsInput|Pill|Collapse)[\\/]|customer-picker/;
/** The table of every list with its filters, views and bulk actions. */
const LISTS =
  /@tanstack[\\/](react-virtual|virtual-core)|src[\\/]ui[\\/](data-list|live-rows|filter-bar|list[\\/](?!layout-choices|list-file|rows-file|short-list|bulk-actions)|views[\\/](?!save-view|view-menu))/;
const FORMS =
  /@mantine[\\/]form|klona|fast-deep-equal|src[\\/]session[\\/]typed\.ts|src[\\/]ui[\\/](form-frame|use-api-form|use-guarded-form|conflict-notice|use-unsaved-guard|use-kept|confirm|address)/;
const NUMBERS = /react-number-format|[\\/]NumberInput[\\/]|src[\\/]ui[\\/]number-field/;
/** Parts of other features that home shows. */
const OVERVIEW =
  /features[\\/](home[\\/]period|content[\\/](use-types|entry-status|fields)|webhooks[\\/]health|keys[\\/]key-state|redirects[\\/]property-select)/;
/** Small parts of the kit that several screens have and orders do not. */
const PARTS =
  /core[\\/]esm[\\/](components[\\/](Checkbox|ColorSwatch|Grid|List|InlineInput)[\\/]|utils[\\/]Inline)/;
const UI =
  /src[\\/]ui[\\/](page|panel|loaded|restored|error-notice|empty-state|money|currency|when|status-badge|icon|search-input|use-filters|save-file|days|ui\.module)|shared[\\/]money|orders[\\/](states|order-columns)|icons[\\/]Icon(ChevronLeft|AlertTriangle|History|Plus|X|Search|Download)\.mjs/;

/** Every page carries the table of operations: only those that the dashboard names. */
const usedOperations: Plugin = {
  name: 'used-operations',
  enforce: 'pre',
  transform: {
    filter: { id: /sdk[\\/]operations\.ts$/ },
    handler(code) {
      const sources = globSync('src/**/*.{ts,tsx}', { cwd: import.meta.dirname });
      const words = new Set(sources.flatMap((path) => readFileSync(file(path), 'utf8').match(/\w+/g) ?? []));
      return code.replace(
        /expand\(`([^`]+)`\)/,
        (_, table: string) => `expand(\`${keepUsed(table, words)}\`)`,
      );
    },
  },
};

function keepUsed(table: string, words: Set<string>): string {
  const lines = table.split('\n').flatMap((line) => {
    const used = line.match(/ \S+ \S+/g)!.filter((operation) => words.has(operation.split(' ')[2]!));
    return used.length === 0 ? [] : line.split(' ')[0] + used.join('');
  });
  return lines.join('\n');
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [usedOperations, react()],
  // The server replaces this with a new nonce in every answer.
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: {
        index: file('index.html'),
        'sign-in': file('sign-in.html'),
        boot: file('src/app/boot.ts'),
      },
      output: {
        codeSplitting: {
          // Without groups, each set of screens that share a module gets a file, and a first load makes 100 requests.
          groups: [
            { name: 'font', test: /@fontsource/, priority: 10 },
            { name: 'session', test: SESSION, priority: 9 },
            { name: 'libraries', test: /node_modules[\\/](?!@fontsource)/, tags: ['$initial'], priority: 8 },
            { name: 'app', test: APP, tags: ['$initial'], priority: 7 },
            { name: 'kit', test: KIT, minShareCount: 24, priority: 7 },
            { name: 'ui', test: UI, minShareCount: 2, priority: 6 },
            { name: 'lists', test: LISTS, minShareCount: 2, priority: 5 },
            { name: 'forms', test: FORMS, minShareCount: 2, priority: 5 },
            { name: 'numbers', test: NUMBERS, priority: 5 },
            { name: 'filters', test: FILTERS, minShareCount: 2, priority: 4 },
            { name: 'parts', test: PARTS, minShareCount: 2, priority: 4 },
            { name: 'overview', test: OVERVIEW, minShareCount: 2, priority: 4 },
            { name: 'icons', test: /@tabler/, minShareCount: 2, priority: 3 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:8080', '/docs': 'http://127.0.0.1:8080' } },
});
