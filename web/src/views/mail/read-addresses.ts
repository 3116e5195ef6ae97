const pattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;
const maxLength = 254;

export const isAddress = (text: string): boolean => text.length <= maxLength && pattern.test(text);

export interface ReadAddresses {
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
  readonly duplicates: number;
}

/**
 * Parses addresses in a pasted text, separated by line breaks, commas, semicolons or spaces; `Name <address>` is
 * supported.
 */
export function readAddresses(text: string): ReadAddresses {
  const valid = new Map<string, string>();
  const invalid: string[] = [];
  let duplicates = 0;
  for (const word of wordsOf(text)) {
    if (!isAddress(word)) invalid.push(word);
    else if (valid.has(word.toLowerCase())) duplicates += 1;
    else valid.set(word.toLowerCase(), word);
  }
  return { valid: [...valid.values()], invalid, duplicates };
}

/** The parts of a text that look like addresses, valid or not. */
export function wordsOf(text: string): string[] {
  return text.split(/[\n,;]+/).flatMap((part) => {
    const inBrackets = /<([^<>]*)>\s*$/.exec(part)?.[1];
    if (inBrackets !== undefined) return [inBrackets.trim()];
    return part.split(/\s+/).filter((word) => word !== '');
  });
}
