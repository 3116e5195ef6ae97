import type { Context } from '#core/context.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { parseJson } from '#lib/json.ts';
import type { Move } from './merge-record.ts';

/** Moves of models whose records the caller may all read. The others are only part of the sum. */
const visibleMoves = ({ caller: { access }, registry }: Context, moves: readonly Move[]): Move[] =>
  moves.filter(({ model: name, field }) => {
    const model = registry.named(name);
    const grant = model && access.readGrant(model);
    return grant !== undefined && grant.reach === 'all' && !grant.hidden.has(field);
  });

const sumOf = (moves: readonly Move[]): number => moves.reduce((sum, { count }) => sum + count, 0);

/** The kept record with what the merge did. */
export const mergedBody = (context: Context, body: string, mergeId: string, moves: readonly Move[]): RecordObject =>
  ({
    ...(parseJson(body) as RecordObject),
    mergeId,
    moved: sumOf(moves),
    moves: visibleMoves(context, moves),
  }) as unknown as RecordObject;
