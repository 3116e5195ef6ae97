import { type Static, Type } from 'typebox';
import { withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { defineJob, JobStopped } from '#core/jobs/job.ts';
import { BatchProgress } from '#core/operations/batch-job.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { countHeld, heldRecords } from './held-records.ts';
import { type Transferred, transferredFields } from './transferred.ts';

/** The total of the progress is counted up to this number for each field. The job moves all records regardless. */
const maxCounted = 1_000_000;
const batchSize = 500;
const lowestId = '00000000-0000-0000-0000-000000000000';

const jobInput = Type.Object(
  {
    userId: Type.String({ format: 'uuid' }),
    toUserId: Type.String({ format: 'uuid' }),
    models: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
);

/**
 * Moves records batch by batch, each with its event. It keeps no state: a job that runs again finds the records that
 * still name the user.
 */
export const transferRecords = defineJob({
  name: 'identity.transfer',
  summary: 'Moves everything that a user owns, or that is assigned to the user, to another user',
  input: jobInput,
  key: ({ userId }) => userId,
  async run(context, input, controls) {
    context.caller.access.requireFullReach('identity:admin');
    const count = await BatchProgress.of(context, controls);
    const fields = transferredFields(context.registry, input.models);
    count.expect(await countHeld(context, fields, input.userId, maxCounted));
    const failures: string[] = [];
    for (const field of fields) failures.push(...(await moveAll(context, field, input, { count, controls })));
    const [first] = failures;
    if (first !== undefined)
      throw new JobStopped(`${failures.length} records could not be moved; all others were. The first: ${first}`);
  },
});

interface Progress {
  readonly count: BatchProgress;
  readonly controls: { readonly signal: AbortSignal };
}

/** Returns the reasons of the records that could not be moved. */
async function moveAll(
  context: Context,
  transferred: Transferred,
  input: Static<typeof jobInput>,
  { count, controls }: Progress,
): Promise<string[]> {
  const failures: string[] = [];
  for (let after = lowestId; ; ) {
    controls.signal.throwIfAborted();
    const ids = await heldRecords(context, transferred, input.userId, after, batchSize);
    const last = ids.at(-1);
    if (last === undefined) return failures;
    failures.push(...(await moveBatch(context, transferred, ids, input)));
    count.add(ids.length);
    after = last;
  }
}

/** Models whose writes need more than one statement are written record by record. */
async function moveBatch(
  context: Context,
  { model, field }: Transferred,
  ids: readonly string[],
  { userId, toUserId }: Static<typeof jobInput>,
): Promise<string[]> {
  const isPlain = !model.customId && !model.hooks.beforeSave && !model.hooks.afterSave && !model.affectsAccess;
  if (isPlain && field.column !== null) {
    const rows = ids.map((id) => ({ id, values: { [field.key]: toUserId } }));
    await updateMany(context, model, rows);
    return [];
  }
  const failures: string[] = [];
  for (const id of ids) {
    try {
      await inTransaction(context, (within) =>
        invoke(withAllAccess(within), operations.update, model, { id, record: { [field.key]: toUserId } }),
      );
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      // Somebody may have deleted or moved the record in the meantime.
      if (error.code !== 'not_found') failures.push(`${model.label} ${id} of ${userId}: ${error.message}`);
    }
  }
  return failures;
}
