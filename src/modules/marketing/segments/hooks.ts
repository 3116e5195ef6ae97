import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { givenValue, type ModelHooks, type PendingSave } from '#core/models/hooks.ts';
import { checkDefinition } from './definition/check-definition.ts';
import { segmentFollower } from './membership/segment-follower.ts';
import { countSegments } from './stored/count-segments.ts';
import { storedSegment } from './stored/stored-segment.ts';

/** Each segment is compared with the records that change. */
const maxSegments = 500;

export const segmentHooks: ModelHooks = {
  async beforeSave(context, saving) {
    await requireFew(context, saving);
    if (givenValue(saving, 'definition') === undefined && givenValue(saving, 'modelKey') === undefined)
      return undefined;
    const { previous } = saving;
    const id = previous ? String(previous._id) : saving.id;
    const given = Object.fromEntries([...saving.values].map(([field, value]) => [field.key, value]));
    const after: Record<string, unknown> = { ...previous, ...given, _id: id };
    await checkDefinition(context, storedSegment(after, context.registry));
    return undefined;
  },
  async afterSave(context) {
    await context.services.of(segmentFollower).follow(context, {});
  },
};

async function requireFew({ tx, caller }: TransactionContext, { previous }: PendingSave): Promise<void> {
  if (previous || (await countSegments(tx, caller.tenantId)) < maxSegments) return;
  throw new AppError('conflict', `There are ${maxSegments} segments, the maximum: delete one first.`);
}
