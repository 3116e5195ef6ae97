const baseOf = (language: string): string => language.split('-')[0]?.toLowerCase() ?? '';

export const isLanguageTag = (given: string): boolean => /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(given);

/** The languages of public pages. */
export interface Languages<Texts> {
  /** The texts for a language tag such as `de-AT`. Defaults to English for a language without texts. */
  textsIn(language: string): Texts;
  /** The first language in `accept-language` that has texts, else the company's language. */
  preferred(accepted: string | string[] | undefined, ofCompany?: string): string;
}

export function readLanguages<Texts>(
  texts: { readonly en: Texts } & Readonly<Record<string, Texts>>,
): Languages<Texts> {
  const byLanguage = new Map<string, Texts>(Object.entries(texts));
  return {
    textsIn: (language) => byLanguage.get(baseOf(language)) ?? texts.en,
    preferred(accepted, ofCompany = 'en') {
      const wanted = String(accepted ?? '')
        .slice(0, 500)
        .split(',')
        .map((part) => {
          const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/);
          const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
          return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
        })
        .filter(({ tag, quality }) => quality > 0 && isLanguageTag(tag) && byLanguage.has(baseOf(tag)))
        .sort((a, b) => b.quality - a.quality);
      return wanted[0]?.tag ?? ofCompany;
    },
  };
}
