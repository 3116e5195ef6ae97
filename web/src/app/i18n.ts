import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { firstLanguage, languages } from '~/lib/language.ts';

/** Nearly every page uses these. The build puts those of a language into one file. */
const firstNamespaces = ['common', 'shell', 'records', 'fields', 'forms'];

/** `locales/<language>/<namespace>.json`; another namespace is loaded with the first page that uses it. */
const files = import.meta.glob<{ default: object }>('../locales/*/*.json');

export async function startI18n(): Promise<void> {
  await i18next
    .use({
      type: 'backend',
      read(language: string, namespace: string, done: (error: Error | null, texts: object | null) => void) {
        const load = files[`../locales/${language}/${namespace}.json`];
        if (!load) done(new Error(`no texts for ${language}/${namespace}`), null);
        else
          load().then(
            (module) => done(null, module.default),
            (error: Error) => done(error, null),
          );
      },
    })
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      fallbackLng: 'en',
      supportedLngs: languages.map(({ value }) => value),
      nonExplicitSupportedLngs: true,
      load: 'languageOnly',
      ns: firstNamespaces,
      defaultNS: 'common',
      // React escapes.
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
  document.documentElement.lang = i18next.language;
}
