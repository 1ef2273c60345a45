/** The dashboard: a page in the browser that does nothing a program could not do through the API. */
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './app.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { queries } from '../api.ts';
import { styleNonce } from '../ui/style-nonce.ts';
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
      <Notifications position="bottom-right" />
      <RouterProvider router={createAppRouter()} />
    </QueryClientProvider>
  </MantineProvider>,
);
