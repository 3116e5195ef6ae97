import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { starterTemplates } from '../starters/index.ts';

const text = Type.String();

export const listStarters = defineAction({
  name: 'communications.listTemplateStarters',
  summary: 'Lists templates to begin with; a new template copies the fields of one',
  routes: [{ method: 'GET', path: '/api/communications/email-template-starters' }],
  access: 'communications:read',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    data: Type.Array(
      Type.Object({
        key: text,
        name: text,
        description: text,
        category: text,
        format: text,
        subject: text,
        previewText: text,
        html: Type.Optional(text),
        text: Type.Optional(text),
        sampleData: Type.Record(Type.String(), Type.Unknown(), { description: 'Values for a preview.' }),
      }),
    ),
  }),
  run: async () => ({ body: { data: [...starterTemplates] } }),
});
