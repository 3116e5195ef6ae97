/** Letters that Unicode does not decompose into a base letter and a mark. */
const baseLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** The text in lower case and without accents. Separators and punctuation become single spaces. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => baseLetters[letter] as string)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The text without case, accents, spaces and punctuation: `ACME, Inc.` and `acme inc` are the same. */
export const matchText = (text: string): string => foldText(text).replaceAll(' ', '');

/** An email address as mail servers compare it in practice. */
export const matchEmail = (address: string): string => address.trim().toLowerCase();

const comparedDigits = 9;

/**
 * The last nine digits of a telephone number without its extension. The national and the international form of a number
 * share them, so that no country has to be guessed.
 */
export const matchPhone = (number: string): string =>
  number
    .replace(/(?:x|ext\.?|#)\s?\d+$/i, '')
    .replace(/\D/g, '')
    .slice(-comparedDigits);

/** The host of a URL or of a domain, without `www.`. */
export function matchHost(address: string): string {
  const text = address.trim().toLowerCase();
  const url = text.includes('://') ? text : `https://${text}`;
  const host = URL.canParse(url) ? new URL(url).hostname : text;
  return host.replace(/^www\./, '').replace(/\.$/, '');
}
