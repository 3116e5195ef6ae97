import type { Visit } from '#core/page.ts';
import { readLanguages } from '#core/page-language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

export type { MailTexts } from './texts.ts';

const languages = readLanguages({ en, de, fr, es });

/** The texts of a mail in the language of the company. */
export const mailTextsIn = languages.textsIn;

/** The texts of a page in the language that the visitor's browser asks for, else in that of the company. */
export const mailTextsFor = ({ origin }: Visit, languageOfCompany?: string) =>
  languages.textsIn(languages.preferred(origin.headers['accept-language'], languageOfCompany));
