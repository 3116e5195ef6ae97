import { usePreference } from './preferences.ts';

export type Density = 'comfortable' | 'compact';

/** Row heights of tables, in pixels. */
export const rowHeights: Readonly<Record<Density, number>> = { comfortable: 36, compact: 28 };

export const useDensity = (): [Density, (density: Density) => void] => usePreference<Density>('density', 'comfortable');
