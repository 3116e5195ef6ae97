import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { firstLanguage, languages } from '~/lib/language.ts';
import { queryClient } from './query-client.ts';

/** Nearly every page uses these namespaces, so those of a language are bundled into one file. */
const firstNamespaces = ['common', 'shell', 'records', 'fields', 'forms'];
const firstTexts: Readonly<Record<string, () => Promise<Readonly<Record<string, object>>>>> = {
  en: () => import('./texts/en.ts'),
  de: () => import('./texts/de.ts'),
};

/** Files are `locales/<language>/<namespace>.json`. Other namespaces are loaded with the first page that uses them. */
const files = import.meta.glob<{ default: object }>([
  '../locales/*/*.json',
  '!**/{common,shell,records,fields,forms}.json',
]);

async function textsOf(language: string, namespace: string): Promise<object> {
  const first = firstNamespaces.includes(namespace) ? await firstTexts[language]?.() : undefined;
  const texts = first?.[namespace] ?? (await files[`../locales/${language}/${namespace}.json`]?.())?.default;
  if (!texts) throw new Error(`no texts for ${language}/${namespace}`);
  return texts;
}

export async function startI18n(): Promise<void> {
  await i18next
    .use({
      type: 'backend',
      read(language: string, namespace: string, done: (error: Error | null, texts: object | null) => void) {
        textsOf(language, namespace).then(
          (texts) => done(null, texts),
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
      // React escapes already.
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
  document.documentElement.lang = i18next.language;
  // Labels of models and fields depend on the language, so they are read again.
  i18next.on('languageChanged', () => void queryClient.invalidateQueries({ queryKey: keys.registry, exact: true }));
}
