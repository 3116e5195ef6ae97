import { type ReasonName, reasonPatterns } from './reason-patterns.ts';

/** A sentence of the server, with the values of its placeholders. */
interface Reason {
  readonly name: ReasonName;
  readonly values: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly name: ReasonName;
  /** Texts and names of placeholders in turn, beginning and ending with a text. */
  readonly parts: readonly string[];
  readonly length: number;
}

/** Those with the most text first, because they say more. */
const patterns: readonly Pattern[] = Object.entries(reasonPatterns)
  .map(([name, text]) => {
    const parts = text.split(/\{(\w+)\}/);
    return { name: name as ReasonName, parts, length: parts.filter((_, n) => n % 2 === 0).join('').length };
  })
  .sort((one, other) => other.length - one.length);

/** Finds the texts of a pattern one after another, so the time is linear in the length of the sentence. */
function valuesOf(sentence: string, parts: readonly string[]): Record<string, string> | undefined {
  const [first = ''] = parts;
  const last = parts.at(-1) ?? '';
  if (!sentence.startsWith(first) || !sentence.endsWith(last)) return undefined;
  if (parts.length === 1) return sentence === first ? {} : undefined;
  const values: Record<string, string> = {};
  let at = first.length;
  for (let n = 1; n < parts.length; n += 2) {
    const isLast = n + 2 === parts.length;
    const end = isLast ? sentence.length - last.length : sentence.indexOf(parts[n + 1] ?? '', at + 1);
    if (end <= at) return undefined;
    values[parts[n] ?? ''] = sentence.slice(at, end);
    at = end + (parts[n + 1] ?? '').length;
  }
  return values;
}

/** Recognises a sentence of the server. Undefined for others, such as the reason that a step `exit` names. */
export function readReason(sentence: string): Reason | undefined {
  for (const { name, parts } of patterns) {
    const values = valuesOf(sentence, parts);
    if (values) return { name, values };
  }
  return undefined;
}
