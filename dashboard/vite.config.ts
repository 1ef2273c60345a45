/** Bundles the dashboard. During development, `npx vite dashboard` beside `npm start` reloads on each change. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Editor and charts are large, and few screens need them. */
const LIBRARIES = /node_modules[\\/](?!@tiptap|prosemirror|recharts|d3-|@mantine[\\/](tiptap|charts))/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The server replaces this with a new nonce in every answer.
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Without groups, each set of screens that share a module gets a file, and a first load makes 100 requests.
          groups: [
            { name: 'icons', test: /node_modules[\\/]@tabler[\\/]/, priority: 3 },
            { name: 'libraries', test: LIBRARIES, minShareCount: 12, priority: 2 },
            { name: 'ui', test: /dashboard[\\/]src[\\/](ui|session)[\\/]/, minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:8080', '/docs': 'http://127.0.0.1:8080' } },
});
