/** How the dashboard is bundled. While working on it, `npx vite dashboard` beside `npm start` reloads as you type. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The server puts a fresh nonce in its place whenever it sends the page.
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:8080', '/docs': 'http://127.0.0.1:8080' } },
});
