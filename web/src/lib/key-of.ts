/** Names of models and fields: camelCase, up to 45 letters and digits. */
export const keyPattern = /^[a-z][A-Za-z0-9]{0,44}$/;

export const maxKeyLength = 45;

/** Turns `dateOfBirth` into `Date of birth`, as the server does. */
export function labelOf(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Turns `Date of birth` into `dateOfBirth`. */
export function keyOf(label: string): string {
  const words = label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/^[^A-Za-z]+/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  const camel = words.map((word, n) => (n === 0 ? word.toLowerCase() : word[0]?.toUpperCase() + word.slice(1)));
  return camel.join('').slice(0, maxKeyLength);
}
