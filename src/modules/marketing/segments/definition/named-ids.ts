import { isJsonObject } from '#lib/json.ts';

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isId = (value: unknown): value is string => typeof value === 'string' && idPattern.test(value);

/** Deeper definitions are refused when they are read. */
const maxDepth = 10;

/** The ids under these keys anywhere in a definition, which have to be loaded before it can be read. */
export function namedIds(definition: unknown, keys: readonly string[]): Map<string, Set<string>> {
  const found = new Map(keys.map((key) => [key, new Set<string>()]));
  const look = (value: unknown, depth: number): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) for (const one of value) look(one, depth + 1);
    else if (isJsonObject(value)) {
      for (const [key, one] of Object.entries(value)) {
        if (isId(one)) found.get(key)?.add(one.toLowerCase());
        else look(one, depth + 1);
      }
    }
  };
  look(definition, 0);
  return found;
}
