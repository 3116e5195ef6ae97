import type { JsonValue } from '#core/fields/field.ts';
import { isJsonObject } from '#lib/json.ts';

const maxDepth = 100;

/** How many workflows led to a mail, from its `metadata`, which users may write too. */
export function depthOfMail(metadata: JsonValue | undefined): number {
  const depth = isJsonObject(metadata) ? metadata.depth : 0;
  return typeof depth === 'number' && Number.isInteger(depth) && depth > 0 ? Math.min(depth, maxDepth) : 0;
}
