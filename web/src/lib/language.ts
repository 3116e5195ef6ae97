import i18next from 'i18next';

export const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
] as const;

const storageKey = 'atrium-language';

export async function changeLanguage(language: string): Promise<void> {
  localStorage.setItem(storageKey, language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** The language that was chosen here before, or the first of the browser's that we have. */
export const firstLanguage = (): string =>
  localStorage.getItem(storageKey) ??
  navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => languages.some(({ value }) => value === tag)) ??
  'en';
