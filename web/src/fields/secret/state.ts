/** Answers have `{set: true}` instead of the secret. */
export const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'set' in value && value.set === true;
