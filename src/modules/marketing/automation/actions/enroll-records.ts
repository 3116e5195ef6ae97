import { type Static, Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { resolveAudience } from '../../segments/contract.ts';
import { readRecordOf, uuid } from '../action-shapes.ts';
import { enrollRecords } from '../enrolling/enroll-records.ts';
import { type RunningWorkflow, readRunning } from '../enrolling/running-workflow.ts';
import { workflowFollower } from '../following/follower.ts';
import { segmentsModel, workflowsModel } from '../model-names.ts';
import { addIntake } from '../sql/intakes.ts';

const maxRecords = 1000;

export const enrollInput = {
  contactIds: Type.Optional(Type.Array(uuid, { minItems: 1, maxItems: maxRecords })),
  records: Type.Optional(
    Type.Array(uuid, {
      minItems: 1,
      maxItems: maxRecords,
      description: 'Ids of records of the model of the workflow.',
    }),
  ),
  segmentId: Type.Optional(Type.String({ format: 'uuid', description: 'The members of a segment, now.' })),
};

export const enrollOutput = Type.Object({
  workflowId: uuid,
  accepted: Type.Union([Type.Integer(), Type.Null()], {
    description: 'How many were enrolled; null for a segment, whose members are enrolled in the background.',
  }),
  skipped: Type.Union([Type.Integer(), Type.Null()], {
    description: 'How many are in the workflow already, or cannot be read by the caller.',
  }),
});

const input = Type.Object({ id: uuid, ...enrollInput }, { additionalProperties: false });

export const enrollInWorkflow = defineAction({
  name: 'marketing.enrollInWorkflow',
  summary: 'Enroll records in a workflow: some, or the members of a segment',
  routes: [{ method: 'POST', path: '/api/marketing/workflows/:id/enroll' }],
  access: 'marketing:write',
  status: 202,
  input,
  output: enrollOutput,
  run: async (context, given) => ({ body: await enrollIn(context, given) }),
});

async function enrollIn(
  context: Context,
  { id, ...given }: Static<typeof input>,
): Promise<Static<typeof enrollOutput>> {
  await readRecordOf(context, workflowsModel(context), id);
  return enrollInRunning(context, await readRunning(context, id), given);
}

/** The same without a check that the caller may read the workflow. */
export async function enrollInRunning(
  context: Context,
  running: RunningWorkflow | undefined,
  { contactIds, records, segmentId }: Omit<Static<typeof input>, 'id'>,
): Promise<Static<typeof enrollOutput>> {
  const given = [contactIds, records, segmentId].filter((one) => one !== undefined);
  if (given.length !== 1)
    throw invalid('contactIds', 'required', 'or records or segmentId is required, and only one of them');
  if (!running) throw new AppError('conflict', 'It is not active: activate it first.');
  const { id, model } = running;
  if (contactIds && model.name !== 'sales.contacts')
    throw new AppError(
      'segment_model_mismatch',
      `The workflow is for ${model.labelPlural.toLowerCase()}: give their ids as records.`,
    );
  const ids = contactIds ?? records;
  if (ids) {
    const wanted = [...new Set(ids)];
    const accepted = await enrollRecords(
      context,
      running,
      wanted.map((recordId) => ({ recordId, depth: 1 })),
      'manual',
    );
    return { workflowId: id, accepted, skipped: wanted.length - accepted };
  }
  const segment = String(segmentId);
  await readRecordOf(context, segmentsModel(context), segment);
  await resolveAudience(context, model, { segmentIds: [segment], excludedSegmentIds: [] });
  await inTransaction(context, async (within) => {
    const { tx, caller, services } = within;
    await addIntake(tx, caller.tenantId, { workflowId: id, segmentId: segment, source: 'manual', values: null });
    await services.of(workflowFollower).follow(within, {});
  });
  return { workflowId: id, accepted: null, skipped: null };
}
