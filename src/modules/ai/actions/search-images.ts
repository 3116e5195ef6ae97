import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { outsideTransaction } from '#core/context.ts';
import { CompletionLog } from '../completion/completion-log.ts';
import { logRefusal } from '../completion/log-refusal.ts';
import { Progress } from '../completion/progress.ts';
import { readConfiguration } from '../configuration/read-configuration.ts';
import { searchImages, sourceOf } from '../images/search-images.ts';
import { credentialsFor, providerOptions } from '../providers/credentials.ts';

const orientations = ['landscape', 'portrait', 'square'] as const;

export const findImages = defineAction({
  name: 'ai.image-request.search',
  summary: 'Find photos by a description',
  routes: [{ method: 'POST', path: '/api/ai/image-request/search' }],
  access: 'ai:write',
  waitsForOthers: true,
  input: Type.Object(
    {
      query: Type.String({ minLength: 1, maxLength: 500 }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 30, description: '10 when absent.' })),
      orientation: Type.Optional(Type.Union(orientations.map((one) => Type.Literal(one)))),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    data: Type.Array(
      Type.Object({
        id: Type.String(),
        url: Type.String(),
        thumbnailUrl: Type.String(),
        width: Type.Integer(),
        height: Type.Integer(),
        description: Type.String(),
        author: Type.String(),
        authorUrl: Type.String(),
        source: Type.String({ description: 'unsplash or pexels' }),
      }),
    ),
  }),
  async run(given, { query, limit = 10, orientation }) {
    const context = outsideTransaction(given);
    const configuration = await readConfiguration(context);
    const source = sourceOf(providerOptions(configuration, 'imageSearch'));
    const signal = given.signal ?? new AbortController().signal;
    const route = { family: source, modelId: source };
    const request = { query, limit, orientation: orientation ?? null };
    const asked = { operation: 'imageSearch', route, platformTools: false, streamed: false, request } as const;
    const credentials = await logRefusal(
      context,
      configuration,
      () => asked,
      () => credentialsFor(context, configuration, 'imageSearch'),
    );
    const log = await CompletionLog.open(context, asked, configuration);
    const progress = new Progress(route);
    progress.iterations = 1;
    try {
      const found = await searchImages(context, source, credentials, { query, limit, orientation }, signal);
      progress.finishReason = 'stop';
      await log.succeeded(progress);
      return { body: { data: found.slice(0, limit) } };
    } catch (error) {
      await log.failed(progress, error, signal.aborted);
      throw error;
    }
  },
});
