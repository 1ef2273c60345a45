/** Bundles the shop. During development, `npx vite storefront` beside `npm start` reloads on each change. */
import { defineConfig } from 'vite';

const SERVER = 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  base: '/shop/',
  build: {
    target: 'es2023',
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/v1': SERVER, '/media': SERVER, '/shop/config.json': SERVER } },
});
