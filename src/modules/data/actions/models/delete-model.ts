import { Type } from 'typebox';
import { defineAction, queuedAnswer } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { badQuery } from '#core/errors.ts';
import { deleteModelJob } from '../../jobs/delete-model.ts';
import { asyncFlag, modelPath, modelRoute } from '../../schema/api-schemas.ts';
import { removeModel, requireCustomId, requireUnreferenced } from '../../schema/delete-schema.ts';
import { changeSchema, findModel } from '../../schema/schema-store.ts';

const flag = Type.Optional(Type.Boolean());

export const deleteModel = defineAction({
  name: 'data.deleteModel',
  summary: 'Deletes a model of the tenant’s own. It can be restored until EVENT_RETENTION has passed',
  routes: [{ method: 'DELETE', path: modelRoute }],
  access: 'data:admin',
  status: 204,
  flags: {
    withRecords: 'true: its records go to the trash. Otherwise a model that has records is refused.',
    async: asyncFlag,
  },
  input: Type.Object({ ...modelPath, withRecords: flag, async: flag }, { additionalProperties: false }),
  output: Type.Null(),
  async run(context, { withRecords = false, async: inBackground = false, ...path }) {
    const model = findModel(context.registry, path);
    const id = requireCustomId(model);
    if (!inBackground) {
      await changeSchema(context, model, async (txContext) => {
        await removeModel(txContext, model, withRecords ? 'limited' : 'none');
      });
      return { body: null };
    }
    if (!withRecords)
      throw badQuery('async', 'is for a model that is deleted together with its records; add withRecords=true');
    requireUnreferenced(context.registry, model);
    const { moduleKey, slug } = model;
    return inTransaction(context, async (txContext) =>
      queuedAnswer(await txContext.services.jobs.enqueue(txContext, deleteModelJob, { moduleKey, slug, id })),
    );
  },
});
