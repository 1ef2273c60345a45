/** The theme: greys, one brand colour, and text colours with enough contrast for everyone. */
import { type CSSVariablesResolver, createTheme } from '@mantine/core';

/** The property dir of the kit's inputs is for the frame around the text. */
const TEXT_DECIDES = { attributes: { input: { dir: 'auto' } } };

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 7 },
  colors: {
    brand: [
      '#f0f2fd',
      '#e0e4f8',
      '#bec6ee',
      '#9ba7e4',
      '#8f9cea',
      '#6474d8',
      '#4a5bd0',
      '#3b4cca',
      '#3141ad',
      '#293791',
    ],
    // Bluish, to match the surfaces.
    dark: [
      '#e3e4e8',
      '#c6c8cf',
      '#a3a7b0',
      '#7d818b',
      '#43464f',
      '#33363d',
      '#26282e',
      '#1b1c20',
      '#141518',
      '#0f1012',
    ],
    // Darker than the kit's red, for enough contrast with white text.
    red: [
      '#fdf1f1',
      '#f9dfdf',
      '#f0b8b8',
      '#ee9a9a',
      '#e57373',
      '#d94b4b',
      '#c93a3a',
      '#b32f2f',
      '#9d2727',
      '#861d1d',
    ],
  },
  fontFamily:
    '"Inter Variable", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Open Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  black: '#1c1e24',
  fontSizes: { md: '0.9375rem' },
  headings: { fontWeight: '600' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Names and texts may be of any script, so what is typed decides the direction.
    // Without the components themselves, because the first screen does not need all of them.
    TextInput: { defaultProps: TEXT_DECIDES },
    Textarea: { defaultProps: TEXT_DECIDES },
    Autocomplete: { defaultProps: TEXT_DECIDES },
    // Plain objects: the components themselves would become part of the first load.
    // Most inputs are required, so only the optional ones are marked, in their description.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.4 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
      styles: { title: { fontWeight: 600 } },
    },
    // In a dialog on a phone, rounding makes the target seem hidden in every second frame, and the list of options flickers.
    Popover: { defaultProps: { hideDetached: false } },
    // A screen reader announces this placeholder as a menu item.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    PasswordInput: { defaultProps: { visibilityToggleFocusable: true } },
    Accordion: { styles: { item: { background: 'var(--surface)', border: '1px solid var(--border)' } } },
    // The icon and the edge carry the colour: grey text on a coloured background has too little contrast.
    Alert: {
      styles: {
        root: {
          background: 'var(--surface)',
          border: '1px solid var(--border)',
          borderInlineStart: '3px solid var(--alert-color)',
        },
        title: { color: 'var(--mantine-color-text)' },
      },
    },
  },
});

/** Sets our surface colours, and darkens those greys of the kit that are too faint to read. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--canvas': '#fafafb',
    '--surface': '#ffffff',
    '--sunken': '#f4f5f7',
    '--hover': '#f5f6f9',
    '--border': '#e6e7eb',
    '--mantine-color-dimmed': '#5c616b',
    '--mantine-color-placeholder': '#6b7079',
    '--mantine-color-error': '#b32f2f',
    '--mantine-color-body': '#ffffff',
  },
  dark: {
    '--canvas': '#141518',
    '--surface': '#1b1c20',
    '--sunken': '#111215',
    '--hover': '#222329',
    '--border': '#2d2f36',
    '--mantine-color-dimmed': '#a3a7b0',
    '--mantine-color-placeholder': '#9a9ea7',
    '--mantine-color-error': '#ee9a9a',
    '--mantine-color-body': '#1b1c20',
    '--mantine-color-text': '#e3e4e8',
    // The kit's are so pale that a warning and a success look alike.
    '--mantine-color-yellow-light-color': 'var(--mantine-color-yellow-5)',
    '--mantine-color-teal-light-color': 'var(--mantine-color-teal-4)',
    '--mantine-color-green-light-color': 'var(--mantine-color-green-4)',
    '--mantine-color-orange-light-color': 'var(--mantine-color-orange-4)',
  },
});
