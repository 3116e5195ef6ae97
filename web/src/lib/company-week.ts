let current: number | null = null;

/**
 * The first day of the week of the company: 1 is Monday, 7 is Sunday, null means the usual first day of the language.
 */
export const companyWeek = (): number | null => current;

export function setCompanyWeek(day: number | null): void {
  current = day;
}
