import type { JsonValue } from '#core/fields/field.ts';
import { Problem } from '#core/fields/field.ts';
import { blockProblems } from '../blocks/check-blocks.ts';
import { isSafeLink } from '../rendering/safe-link.ts';

/** Checks of values of the models of websites, when they are saved. */

export function requireBlocks(value: JsonValue): void {
  const [first] = blockProblems(value as readonly unknown[]);
  if (first) throw new Problem('invalid_block', `${first.path ? `at ${first.path} ` : ''}${first.message}`);
}

export function requireFromPath(value: JsonValue): void {
  if (!/^\/(?!\/)[^\s?#\\]*$/.test(String(value)))
    throw new Problem('invalid_format', 'must be a path such as /old-page, without spaces and query');
}

export function requireTarget(value: JsonValue): void {
  const text = String(value);
  const ok = isSafeLink(text, ['http', 'https']) && /^(?:\/|https?:\/\/)/i.test(text);
  if (!ok) throw new Problem('invalid_format', 'must be a path such as /new-page, or an http or https address');
}

/** Liquid is loaded by the first layout that is saved. */
export async function requireLayout(value: JsonValue): Promise<void> {
  const { compileLayout } = await import('../rendering/layout.ts');
  try {
    compileLayout(String(value));
  } catch (error) {
    throw new Problem('invalid_template', `is no valid Liquid template: ${(error as Error).message}`);
  }
}
