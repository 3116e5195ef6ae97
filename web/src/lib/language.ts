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

/** The language chosen in this browser, or the first supported language of the browser. */
export const firstLanguage = (): string =>
  localStorage.getItem(storageKey) ??
  navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => languages.some(({ value }) => value === tag)) ??
  'en';
