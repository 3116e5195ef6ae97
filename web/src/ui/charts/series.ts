/** A series of a chart: one value per label. Null is a gap. */
export interface Series {
  readonly label: string;
  /** Any CSS colour. */
  readonly color: string;
  readonly values: readonly (number | null)[];
  /** True when the line is dashed, as for a previous period. */
  readonly dashed?: boolean | undefined;
}

/** A CSS colour with one shade for the light scheme and one for the dark scheme. */
export const shades = (name: string, light: number, dark: number): string =>
  `light-dark(var(--mantine-color-${name}-${light}), var(--mantine-color-${name}-${dark}))`;
