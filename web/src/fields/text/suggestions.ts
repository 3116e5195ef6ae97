/** Texts that are usually one of a known set. Others may be written. */
export function suggestionsFor(key: string): readonly string[] | undefined {
  if (/timeZone$/i.test(key)) return Intl.supportedValuesOf('timeZone');
  if (/currency$/i.test(key)) return Intl.supportedValuesOf('currency');
  return undefined;
}
