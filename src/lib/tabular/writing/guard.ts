/**
 * Texts that spreadsheets run as a formula, also those that begin with apostrophes and would be one without the first.
 * The last four characters are the full-width forms of the first four, which East Asian versions accept.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A text that a spreadsheet shows and does not run. Reading removes the apostrophe with `withoutGuard`. */
export const withGuard = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The exact inverse of `withGuard`. */
export const withoutGuard = (text: string): string =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
