import { readLanguages } from '#core/page-language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

export type { QuoteTexts } from './texts.ts';

export const quoteLanguages = readLanguages({ en, de, fr, es });
