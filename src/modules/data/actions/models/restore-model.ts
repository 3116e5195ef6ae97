import { Type } from 'typebox';
import { defineAction, queuedAnswer } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { restoreModelJob } from '../../jobs/restore-model.ts';
import { asyncFlag, modelPath, modelRoute, modelView } from '../../schema/api-schemas.ts';
import { restoreModelDefinition, restoreModelRecords } from '../../schema/restore-schema.ts';
import { changeSchema, findModel } from '../../schema/schema-store.ts';
import { viewVisibleModel } from '../../schema/views.ts';

export const restoreModel = defineAction({
  name: 'data.restoreModel',
  summary: 'Restores a deleted model with its fields and with the records that were deleted together with it',
  routes: [{ method: 'POST', path: `${modelRoute}/restore` }],
  access: 'data:admin',
  flags: { async: `${asyncFlag} The model itself is there at once.` },
  input: Type.Object({ ...modelPath, async: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
  output: modelView,
  run: (context, { async: inBackground = false, ...path }) =>
    inTransaction(context, async (txContext) => {
      let deletion = { xid: '0', request: null as string | null };
      const registry = await changeSchema(txContext, path, async (inner) => {
        deletion = await restoreModelDefinition(inner, path);
      });
      const model = findModel(registry, path);
      if (inBackground) {
        const { moduleKey, slug } = model;
        const job = { moduleKey, slug, ...deletion };
        return queuedAnswer(await txContext.services.jobs.enqueue(txContext, restoreModelJob, job));
      }
      await restoreModelRecords({ ...txContext, registry }, model, deletion);
      return { body: viewVisibleModel(model, registry, context) as never };
    }),
});
