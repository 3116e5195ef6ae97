import { Type } from 'typebox';
import { defineAction, queuedAnswer } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { badQuery } from '#core/errors.ts';
import { deleteModelJob } from '../../jobs/delete-model.ts';
import { restoreModelJob } from '../../jobs/restore-model.ts';
import { modelPath, modelView } from '../../schema/api-schemas.ts';
import { customIdOf, removeModel, requireUnreferenced } from '../../schema/delete-schema.ts';
import { bringModelBack, bringRecordsBack } from '../../schema/restore-schema.ts';
import { changeSchema, findModel } from '../../schema/schema-store.ts';
import { oneModel, view } from './list-models.ts';

const byJob = 'true: a background job does it, in batches, and the answer is 202. Needed for more than 5,000 records.';
const flag = Type.Optional(Type.Boolean());

export const deleteModel = defineAction({
  name: 'data.deleteModel',
  summary: 'Deletes a model of the tenant’s own. It can be restored until EVENT_RETENTION has passed',
  routes: [{ method: 'DELETE', path: oneModel }],
  access: 'data:admin',
  status: 204,
  flags: {
    withRecords: 'true: its records go to the trash. Otherwise a model that has records is refused.',
    async: byJob,
  },
  input: Type.Object({ ...modelPath, withRecords: flag, async: flag }, { additionalProperties: false }),
  output: Type.Null(),
  async run(context, { withRecords = false, async: later = false, ...place }) {
    const model = findModel(context.registry, place);
    const id = customIdOf(model);
    if (!later) {
      await changeSchema(context, model, async (writing) => {
        await removeModel(writing, model, withRecords ? 'few' : 'refuse');
      });
      return { body: null };
    }
    if (!withRecords)
      throw badQuery('async', 'is for a model that is deleted together with its records; add withRecords=true');
    requireUnreferenced(context.registry, model);
    const { moduleKey, slug } = model;
    return inTransaction(context, async (within) =>
      queuedAnswer(await within.services.jobs.enqueue(within, deleteModelJob, { moduleKey, slug, id })),
    );
  },
});

export const restoreModel = defineAction({
  name: 'data.restoreModel',
  summary: 'Restores a deleted model with its fields and with the records that were deleted together with it',
  routes: [{ method: 'POST', path: `${oneModel}/restore` }],
  access: 'data:admin',
  flags: { async: `${byJob} The model itself is there at once.` },
  input: Type.Object({ ...modelPath, async: flag }, { additionalProperties: false }),
  output: modelView,
  run: (context, { async: later = false, ...place }) =>
    inTransaction(context, async (within) => {
      let deletion = { xid: '0', request: null as string | null };
      const registry = await changeSchema(within, place, async (writing) => {
        deletion = await bringModelBack(writing, place);
      });
      const model = findModel(registry, place);
      if (later) {
        const { moduleKey, slug } = model;
        const job = { moduleKey, slug, ...deletion };
        return queuedAnswer(await within.services.jobs.enqueue(within, restoreModelJob, job));
      }
      await bringRecordsBack({ ...within, registry }, model, deletion);
      return { body: view(model, registry, context) as never };
    }),
});
