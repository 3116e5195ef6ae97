const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

// Making a format takes about as long as formatting a thousand values, and a chart formats each of its labels.
function kept<T>(formats: Map<string, T>, language: string, options: object, make: () => T): T {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const format = make();
  formats.set(key, format);
  return format;
}

/** The format of numbers in a language, made once. */
export const numberFormat = (language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  kept(numberFormats, language, options, () => new Intl.NumberFormat(language, options));

/** The format of dates in a language, made once. */
export const dateFormat = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  kept(dateFormats, language, options, () => new Intl.DateTimeFormat(language, options));

/** The format of times as seen from now, made once. */
export const relativeFormat = (language: string, options: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat =>
  kept(relativeFormats, language, options, () => new Intl.RelativeTimeFormat(language, options));
