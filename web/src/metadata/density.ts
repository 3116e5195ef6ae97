import { usePreference } from './preferences.ts';

export type Density = 'comfortable' | 'compact';

/** How high the rows of tables are. */
export const rowHeights: Readonly<Record<Density, number>> = { comfortable: 36, compact: 28 };

export const useDensity = (): [Density, (density: Density) => void] => usePreference<Density>('density', 'comfortable');
