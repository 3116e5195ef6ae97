/** The columns of the forecast. A deal counts in one of them; `omitted` counts nowhere. */
export const forecastCategories = ['pipeline', 'bestCase', 'commit', 'closed', 'omitted'];

/** The forecast category of a stage that names none, by its category and probability. */
export function forecastCategoryOf(category: unknown, probability: unknown): string {
  if (category === 'won') return 'closed';
  if (category !== 'open') return 'omitted';
  const percent = typeof probability === 'number' ? probability : 0;
  return percent >= 75 ? 'commit' : percent >= 50 ? 'bestCase' : 'pipeline';
}
