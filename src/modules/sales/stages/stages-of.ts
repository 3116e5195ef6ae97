import { AppError, notFound } from '#core/errors.ts';
import type { RecordOperation } from '#core/operations/operation.ts';
import { findReadableState } from '#core/operations/record-events.ts';
import { readStageChanges, type StageChange } from '../sql/read-stage-changes.ts';

interface StageStay {
  readonly stage: string;
  readonly enteredAt: string;
  readonly leftAt: string | null;
  readonly days: number;
}

/** Reads the stages through which a deal went from its events, so there is no second log of them. */
export const stagesOf: RecordOperation<{ readonly id: string }, StageStay[]> = {
  name: 'history',
  access: 'read',
  async run(context, grant, { id }) {
    if (grant.hidden.has('stage')) throw new AppError('forbidden', 'Your roles hide the field stage from you.');
    const { current } = await findReadableState(context, grant, id);
    if (!current) throw notFound(`${grant.model.label} ${id}`);
    const changes = await readStageChanges(context, grant.model, id);
    const { stage, stageChangedAt, createdAt } = current;
    const known = changes.length > 0 ? changes : [{ stage, changedAt: stageChangedAt ?? createdAt } as StageChange];
    return staysOf(known, new Date().toISOString());
  },
};

function staysOf(changes: readonly StageChange[], now: string): StageStay[] {
  const different = changes.filter(({ stage }, n) => n === 0 || stage !== changes[n - 1]?.stage);
  return different.flatMap(({ stage, changedAt }, n) => {
    const leftAt = different[n + 1]?.changedAt ?? null;
    return stage === null ? [] : [{ stage, enteredAt: changedAt, leftAt, days: daysBetween(changedAt, leftAt ?? now) }];
  });
}

const dayMs = 86_400_000;

/** Times that people set may be out of order. */
const daysBetween = (from: string, to: string): number =>
  Math.max(0, Math.round(((Date.parse(to) - Date.parse(from)) / dayMs) * 10) / 10);
