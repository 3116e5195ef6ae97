import { defineModule } from '#core/module.ts';
import { createField, deleteField, updateField } from './actions/fields.ts';
import { createModel, deleteModel, getModel, listModels, updateModel } from './actions/models.ts';

/** The registry: what models there are, and what a tenant adds to them. */
export const data = defineModule({
  key: 'data',
  label: 'Data',
  models: [],
  actions: [listModels, getModel, createModel, updateModel, deleteModel, createField, updateField, deleteField],
});
