import { AppError } from '#core/errors.ts';
import type { Registry } from '#core/models/registry.ts';

interface Segment {
  readonly name?: unknown;
  readonly modelKey?: unknown;
}

/**
 * Refuses a segment that does not consist of contacts where contacts are addressed. Other models have fields with the
 * same names, so the filter of the segment would find the wrong people.
 */
export function requireContactSegment(registry: Registry, { name, modelKey }: Segment): void {
  const model = registry.named(String(modelKey ?? 'contacts'));
  if (model?.moduleKey === 'sales' && model.slug === 'contacts') return;
  throw new AppError(
    'segment_model_mismatch',
    `The segment ${String(name)} contains ${model?.labelPlural.toLowerCase() ?? String(modelKey)}, and only contacts can be addressed: choose a segment of contacts.`,
  );
}
