import { quoteLanguages } from '../pages/languages/index.ts';
import type { PrintedDocument } from './printed-document.ts';

/** The file name of a document, in its language: "Angebot Q-000001.pdf". */
export const pdfName = ({ language, number }: PrintedDocument): string =>
  `${quoteLanguages.textsIn(language).document.quote} ${number}`.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-').slice(0, 120) +
  '.pdf';
