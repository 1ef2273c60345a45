/** The dashboard: a page in the browser that does nothing a program could not do through the API. */
import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import './app.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { queries } from '../api.ts';
import { styleNonce } from '../ui/style-nonce.ts';
import { Toasts } from '../ui/toasts.tsx';
import { createAppRouter } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

// The library that locks scrolling behind a dialog adds a style element, which needs the nonce.
setNonce(styleNonce());

createRoot(document.getElementById('root')!).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={styleNonce}
  >
    <QueryClientProvider client={queries}>
      <RouterProvider router={createAppRouter()} />
      <Toasts />
    </QueryClientProvider>
  </MantineProvider>,
);
