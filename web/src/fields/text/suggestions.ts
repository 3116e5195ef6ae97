/** Suggestions for texts that usually come from a known set. Other texts are allowed. */
export function suggestionsFor(key: string): readonly string[] | undefined {
  if (/timeZone$/i.test(key)) return Intl.supportedValuesOf('timeZone');
  if (/currency$/i.test(key)) return Intl.supportedValuesOf('currency');
  return undefined;
}
