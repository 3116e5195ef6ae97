/** One row of values, one for each label of the chart. Null is a gap. */
export interface Series {
  readonly label: string;
  /** A CSS colour. */
  readonly color: string;
  readonly values: readonly (number | null)[];
  /** A line with dashes, as of the period before. */
  readonly dashed?: boolean | undefined;
}

/** A shade of a theme colour for the light scheme, and one for the dark scheme. */
export const shades = (name: string, light: number, dark: number): string =>
  `light-dark(var(--mantine-color-${name}-${light}), var(--mantine-color-${name}-${dark}))`;
