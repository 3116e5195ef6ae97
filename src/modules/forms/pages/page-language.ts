import { isLanguageTag, readLanguages } from '#core/page-language.ts';
import { de } from './languages/de.ts';
import { en } from './languages/en.ts';
import { es } from './languages/es.ts';
import { fr } from './languages/fr.ts';
import type { Texts } from './languages/texts.ts';

const languages = readLanguages<Texts>({ en, de, fr, es });

export const { textsIn } = languages;

/** The language of a page: the form's, else one that the visitor's browser accepts, else the company's. */
export const languageOf = (ofForm: unknown, accepted: string | string[] | undefined, ofCompany?: string): string =>
  typeof ofForm === 'string' && isLanguageTag(ofForm) ? ofForm : languages.preferred(accepted, ofCompany);
