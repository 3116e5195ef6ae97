import type { Context } from '#core/context.ts';
import { readCalendar } from '#core/query/calendar.ts';
import { type CompiledSegment, compileSegment } from './definition/compile-segment.ts';
import { loadParts } from './definition/load-parts.ts';
import type { StoredSegment } from './stored/stored-segment.ts';

/** Compiles segments as they are defined now, for statements that need members at this moment. */
export async function resolveSegments(
  context: Context,
  segments: readonly StoredSegment[],
): Promise<readonly CompiledSegment[]> {
  const parts = await loadParts(context, segments);
  const calendar = await readCalendar(context, undefined);
  return segments.map((segment) => compileSegment(context, segment, parts, calendar));
}
