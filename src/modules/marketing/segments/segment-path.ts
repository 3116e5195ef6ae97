import { Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { type StoredSegment, segmentsModel, storedSegment } from './stored/stored-segment.ts';

export const segmentPath = { id: Type.String({ format: 'uuid' }) };

/** Reads a segment for the caller. */
export async function readSegment(context: Context, id: string): Promise<StoredSegment> {
  const { body } = await invoke(context, operations.get, segmentsModel(context), { id, query: {} });
  const record = JSON.parse(body) as Record<string, unknown>;
  return storedSegment(record, context.registry);
}
