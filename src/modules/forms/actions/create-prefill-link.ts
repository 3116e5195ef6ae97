import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { AppError, invalid } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { isOpenToForms } from '../definition/check-form.ts';
import { submitActionOf } from '../definition/submit-action.ts';
import { writePrefillToken } from '../submissions/prefill-token.ts';

const defaultMs = 14 * 86_400_000;
const maxMs = 366 * 86_400_000;

export const createPrefillLink = defineAction({
  name: 'forms.createPrefillLink',
  summary:
    'Makes a personal link to a form: its page shows the values of a record, and submitting it updates the record',
  routes: [{ method: 'POST', path: '/api/forms/forms/:id/prefill-link' }],
  access: 'forms:write',
  status: 201,
  input: Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      recordId: Type.String({ format: 'uuid', description: 'A record of the model of the form.' }),
      expiresAt: Type.Optional(
        Type.String({ format: 'date-time', description: 'At most a year from now. Default: in two weeks.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ url: Type.String({ format: 'uri' }), expiresAt: Type.String({ format: 'date-time' }) }),
  async run(context, { id, recordId, expiresAt }) {
    const { registry, services, caller } = context;
    const forms = registry.find('forms', 'forms');
    if (!forms) throw new Error('the model forms.forms is missing');
    const form = JSON.parse((await invoke(context, operations.get, forms, { id, query: {} })).body) as RecordObject;
    if (form.status !== 'published' || submitActionOf(form) !== 'updateRecord')
      throw new AppError('conflict', 'Personal links are for published forms with the submitAction updateRecord.');
    const model = registry.named(String(form.modelKey));
    if (!model)
      throw new AppError('conflict', `The model ${String(form.modelKey)} of the form does not exist any more.`);
    if (!isOpenToForms(model))
      throw new AppError('conflict', `${model.labelPlural} are not written by forms: choose another model.`);
    // The link shows and changes the record, so the user who creates it must be able to do both.
    caller.access.requireScope(model.scopes.write);
    await invoke(context, operations.get, model, { id: recordId, query: {} });
    const expires = new Date(expiresAt ?? Date.now() + defaultMs);
    if (expires.getTime() > Date.now() + maxMs) throw invalid('expiresAt', 'out_of_range', 'must be within a year');
    if (expires.getTime() <= Date.now()) throw invalid('expiresAt', 'out_of_range', 'must be in the future');
    const token = writePrefillToken(services.vault, String(form._id), recordId.toLowerCase(), expires);
    const url = `${services.publicUrl()}/f/${caller.accountKey}/${form.slug}?prefill=${token}`;
    return { body: { url, expiresAt: expires.toISOString() }, showsSecret: true };
  },
});
