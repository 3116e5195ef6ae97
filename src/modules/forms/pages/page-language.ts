import { de } from './languages/de.ts';
import { en } from './languages/en.ts';
import { es } from './languages/es.ts';
import { fr } from './languages/fr.ts';
import type { Texts } from './languages/texts.ts';

const translations = new Map<string, Texts>(Object.entries({ en, de, fr, es }));

const baseOf = (language: string): string => language.split('-')[0]?.toLowerCase() ?? '';

/** Those of a language tag such as `de-AT`; English for languages that have none. */
export const textsIn = (language: string): Texts => translations.get(baseOf(language)) ?? en;

const isTag = (given: string): boolean => /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(given);

/** The language of a page: what the form sets, else the first one with texts that the visitor's browser asks for. */
export function languageOf(ofForm: unknown, accepted: string | string[] | undefined): string {
  if (typeof ofForm === 'string' && isTag(ofForm)) return ofForm;
  const wanted = String(accepted ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/);
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ tag, quality }) => quality > 0 && isTag(tag) && translations.has(baseOf(tag)))
    .sort((a, b) => b.quality - a.quality);
  return wanted[0]?.tag ?? 'en';
}
