import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { AppError } from '#core/errors.ts';
import { checkDefinition } from '../definition/check-definition.ts';
import { resolveSegments } from '../resolve-segment.ts';
import { readSegment } from '../segment-path.ts';
import { countMatching, readSample } from '../sql/preview.ts';
import type { StoredSegment } from '../stored/stored-segment.ts';

const definition = Type.Object(
  {},
  { additionalProperties: true, description: 'The definition to try. Left out: that of the segment.' },
);

export const previewSegment = defineAction({
  name: 'marketing.previewSegment',
  summary: 'Count the records that a definition matches now, with some of them; nothing is stored',
  routes: [
    { method: 'POST', path: '/api/marketing/segments/:id/preview' },
    { method: 'POST', path: '/api/marketing/segment-preview' },
  ],
  access: 'marketing:read',
  input: Type.Object(
    {
      id: Type.Optional(Type.String({ format: 'uuid' })),
      definition: Type.Optional(definition),
      modelKey: Type.Optional(
        Type.String({ maxLength: 200, description: 'The model of a new segment. Defaults to contacts.' }),
      ),
      sampleSize: Type.Optional(Type.Integer({ minimum: 0, maximum: 50, default: 10 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    count: Type.Integer({ description: 'The records that the caller may see.' }),
    sample: Type.Array(Type.Object({}, { additionalProperties: true })),
  }),
  async run(context, { id, definition: given, modelKey, sampleSize = 10 }) {
    const stored = id === undefined ? newSegment(modelKey) : await readSegment(context, id);
    const segment: StoredSegment = given
      ? { ...stored, type: 'dynamic', definition: given as Record<string, unknown> }
      : stored;
    if (given) await checkDefinition(context, segment);
    const [compiled] = await resolveSegments(context, [segment]);
    if (!compiled) throw new AppError('conflict', 'The segment cannot be evaluated.');
    const grant = context.caller.access.grant(compiled.model, 'read');
    const count = await countMatching(context, grant, compiled);
    const sample = sampleSize === 0 ? [] : await readSample(context, grant, compiled, sampleSize);
    return { body: { count, sample } };
  },
});

const newSegment = (modelKey = 'contacts'): StoredSegment => ({
  id: '00000000-0000-0000-0000-000000000000',
  name: 'New segment',
  modelKey,
  type: 'dynamic',
  definition: null,
  added: [],
  excluded: [],
});
