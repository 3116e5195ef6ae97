import type { Problems } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { isJsonObject } from '#lib/json.ts';

const fonts = {
  system: 'system-ui, sans-serif',
  sans: 'Helvetica, Arial, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
  rounded: 'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, system-ui, sans-serif',
  mono: 'ui-monospace, Consolas, monospace',
};
const isColor = (value: unknown): boolean => typeof value === 'string' && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value);
const isWithin = (min: number, max: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
const isFont = (value: unknown): value is keyof typeof fonts =>
  typeof value === 'string' && Object.hasOwn(fonts, value);

interface Part {
  readonly is: (value: unknown) => boolean;
  readonly mustBe: string;
  readonly css: (value: unknown) => string;
}

const color = (property: string): Part => ({
  is: isColor,
  mustBe: 'a color such as #2e7d32',
  css: (value) => `--${property}:${value}`,
});

/**
 * Each part becomes a CSS variable. Only values that pass `is` are written, so that a theme cannot inject other CSS.
 */
const parts: Readonly<Record<string, Part>> = {
  primaryColor: color('primary'),
  backgroundColor: color('background'),
  textColor: color('text'),
  font: {
    is: isFont,
    mustBe: `one of ${Object.keys(fonts).join(', ')}`,
    css: (value) => `--font:${isFont(value) ? fonts[value] : fonts.system}`,
  },
  radius: { is: isWithin(0, 24), mustBe: 'a whole number from 0 to 24', css: (value) => `--radius:${value}px` },
  width: { is: isWithin(320, 1200), mustBe: 'a whole number from 320 to 1200', css: (value) => `--width:${value}px` },
};

export function checkTheme(theme: JsonValue | undefined, problems: Problems): void {
  if (!isJsonObject(theme)) return;
  for (const [key, value] of Object.entries(theme)) {
    const part = parts[key];
    if (!part) problems.add(`theme.${key}`, 'unknown_field', `is not one of ${Object.keys(parts).join(', ')}`);
    else if (!part.is(value)) problems.add(`theme.${key}`, 'invalid', `must be ${part.mustBe}`);
  }
}

/** The stylesheet of a theme. Invalid parts are omitted. */
export function themeCss(theme: JsonValue | undefined): string {
  if (!isJsonObject(theme)) return '';
  const given = Object.entries(parts).filter(([key, { is }]) => is((theme as Record<string, unknown>)[key]));
  const variables = given.map(([key, { css }]) => css((theme as Record<string, unknown>)[key]));
  // The theme's colors are fixed, so the page does not follow the color scheme of the browser.
  const scheme = given.some(([key]) => key.endsWith('Color')) ? 'color-scheme:light;' : '';
  return variables.length === 0 ? '' : `:root:root{${scheme}${variables.join(';')}}\n`;
}
