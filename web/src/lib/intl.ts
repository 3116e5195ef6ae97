const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

// Formats are cached, because creating one takes as long as formatting a thousand values, and a chart formats every
// label.
function kept<T>(formats: Map<string, T>, language: string, options: object, make: () => T): T {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const format = make();
  formats.set(key, format);
  return format;
}

/** The cached number format of a language. */
export const numberFormat = (language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  kept(numberFormats, language, options, () => new Intl.NumberFormat(language, options));

/** The cached date format of a language. */
export const dateFormat = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  kept(dateFormats, language, options, () => new Intl.DateTimeFormat(language, options));

/** The cached format of relative times of a language. */
export const relativeFormat = (language: string, options: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat =>
  kept(relativeFormats, language, options, () => new Intl.RelativeTimeFormat(language, options));
