/** Before the files that use a browser, or start the program: the dashboard is built, and Chromium unpacked, once. */
import chromium from '@sparticuz/chromium';
import { ensureDashboard } from '../dashboard/built.ts';

await Promise.all([ensureDashboard(console.log, new AbortController().signal), chromium.executablePath()]);
