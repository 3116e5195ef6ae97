import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  mergeThemeOverrides,
  parseThemeColor,
  type VariantColorsResolver,
} from '@mantine/core';
import type { TFunction } from 'i18next';

/** The accent colour. */
const accent: MantineColorsTuple = [
  '#eef3ff',
  '#dce5fa',
  '#b7c9f2',
  '#8eaaea',
  '#6c90e3',
  '#5580df',
  '#4977de',
  '#3a65c5',
  '#2f5ab1',
  '#1f4c9d',
];

/** Greys of the dark scheme, slightly blue like its surfaces. */
const dark: MantineColorsTuple = [
  '#d9dde4',
  '#b9bfca',
  '#959dab',
  '#7f8896',
  '#3a414c',
  '#2c313a',
  '#1e222a',
  '#16191f',
  '#101216',
  '#0a0c0f',
];

const subtleRed = 'light-dark(var(--mantine-color-red-light-color), var(--mantine-color-red-4))';

/** By default the text of badges and avatars has too little contrast on a tint of its own colour. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  const { isThemeColor, color } = parseThemeColor({
    color: input.color ?? input.theme.primaryColor,
    theme: input.theme,
  });
  // In the dark scheme the default text of a subtle red button is almost white, so the button would not look
  // destructive.
  if (input.variant === 'subtle' && color === 'red') return { ...resolved, color: subtleRed };
  if (input.variant !== 'light' || !isThemeColor) return resolved;
  const text = `light-dark(color-mix(in srgb, var(--mantine-color-${color}-9), black 25%), var(--mantine-color-${color}-2))`;
  return { ...resolved, color: text };
};

const theme = createTheme({
  colors: { accent, dark },
  primaryColor: 'accent',
  variantColorResolver,
  // White text has too little contrast on the default shades.
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    // Options that do not fit on a phone can be scrolled to; by default they are cut off.
    SegmentedControl: { styles: { root: { maxWidth: '100%', overflowX: 'auto' }, control: { flexShrink: 0 } } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 100 } } },
    Modal: {
      defaultProps: { transitionProps: { duration: 120 }, centered: false },
      styles: { title: { fontWeight: 600 } },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 120 } }, styles: { title: { fontWeight: 600 } } },
    Menu: { defaultProps: { transitionProps: { duration: 80 } } },
    Popover: { defaultProps: { transitionProps: { duration: 80 } } },
  },
});

/**
 * Tints of alerts and badges in the dark scheme. Mantine's tints are half as bright as the full colour, so one orange
 * alert would outshine the page, and its grey is darker than the page.
 */
export const darkTints: CSSVariablesResolver = ({ colors }) => {
  const tint = (name: string, percent: number) =>
    `color-mix(in srgb, var(--mantine-color-${name}-6) ${percent}%, var(--mantine-color-body))`;
  const dark: Record<string, string> = {};
  for (const name of Object.keys(colors)) {
    dark[`--mantine-color-${name}-light`] = tint(name, 18);
    dark[`--mantine-color-${name}-light-hover`] = tint(name, 26);
  }
  return { variables: {}, light: {}, dark };
};

/** The theme, with translated labels for components that have texts of their own. */
export const themeIn = (t: TFunction) =>
  mergeThemeOverrides(theme, {
    components: { CloseButton: { defaultProps: { 'aria-label': t('close') } } },
  });
