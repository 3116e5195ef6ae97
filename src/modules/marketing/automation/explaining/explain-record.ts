import { isLimited } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { matchRecords } from '#core/query/match-records.ts';
import { compiledVersion } from '../compiling/compiled-cache.ts';
import { ownerContext, WorkflowStopped } from '../compiling/owner.ts';
import { readRunning } from '../enrolling/running-workflow.ts';
import { enrollmentsOfRecord, type RecordEnrollment } from '../sql/enrollments-of-record.ts';
import { explainEntry } from './explain-entry.ts';

/** Says why a record is or is not in a workflow. */
export async function explainRecord(context: Context, workflow: RecordObject, recordId: string) {
  const id = String(workflow._id);
  await requireReadable(context, workflow, recordId);
  const enrollments = await enrollmentsOfRecord(context, id, recordId);
  const entry = await entryOf(context, id, recordId);
  return {
    status: String(workflow.status ?? 'draft'),
    why: sentence(workflow, enrollments, entry, context.services.settings.eventRetentionMs),
    entry,
    enrollments,
  };
}

/** The owner of the workflow may see more than the caller. Who sees all records may also ask about a deleted one. */
async function requireReadable(context: Context, { modelKey }: RecordObject, recordId: string): Promise<void> {
  const model = context.registry.named(String(modelKey ?? 'contacts'));
  if (!model) return;
  const grant = context.caller.access.grant(model, 'read');
  if (isLimited(grant) && (await matchRecords(context, grant, [recordId], [])).length === 0)
    throw notFound(`${model.label} ${recordId}`);
}

async function entryOf(context: Context, id: string, recordId: string): Promise<{ would: boolean; why: string }> {
  const running = await readRunning(context, id);
  if (!running) return { would: false, why: 'The workflow is not active, so it enrolls nobody.' };
  try {
    const owner = await ownerContext(context.services, context.caller, running, context);
    const compiled = await compiledVersion(owner, running);
    return await explainEntry(owner, { definition: running.definition, compiled, model: running.model, recordId });
  } catch (error) {
    if (error instanceof WorkflowStopped) return { would: false, why: error.message };
    if (error instanceof AppError) return { would: false, why: error.message };
    throw error;
  }
}

function sentence(
  { status, createdAt }: RecordObject,
  enrollments: readonly RecordEnrollment[],
  entry: { readonly would: boolean; readonly why: string },
  retentionMs: number,
): string {
  const isKept = Date.parse(String(createdAt)) > Date.now() - retentionMs;
  const [last] = enrollments;
  if (!last) {
    const none = isKept
      ? 'The record was never enrolled.'
      : 'There is no enrollment of the record, or it ended too long ago to be kept.';
    return `${none} ${entry.why}`;
  }
  const at = last.currentStep === null ? '' : ` at the step ${last.currentStep}`;
  const because = last.why === null ? '' : ` ${last.why}`;
  if (last.status === 'active' || last.status === 'waiting') {
    const isHeld = status !== 'active' ? ' The workflow does not run now.' : '';
    return `The record is in the workflow${at}.${because}${isHeld}`;
  }
  const states: Readonly<Record<string, string>> = {
    paused: `Somebody paused the enrollment${at}.`,
    completed: 'The record has gone through the workflow.',
    exited: `The record left the workflow${at}: ${last.exitReason ?? 'no reason is known'}`,
    failed: `The enrollment failed${at}: ${last.error ?? 'no reason is known'}`,
  };
  return `${states[last.status] ?? `The enrollment is ${last.status}.`}`;
}
