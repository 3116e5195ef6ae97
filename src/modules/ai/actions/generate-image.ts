import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { outsideTransaction } from '#core/context.ts';
import { CompletionLog } from '../completion/completion-log.ts';
import { logRefusal } from '../completion/log-refusal.ts';
import { Progress } from '../completion/progress.ts';
import { withRetries } from '../completion/with-retries.ts';
import { readConfiguration } from '../configuration/read-configuration.ts';
import { callsFor, defaultImageModel, imageRouteOf, nearestSize, openImageModel } from '../images/image-model.ts';
import { storeImage } from '../images/store-image.ts';
import { requireAllowedModel } from '../limits/model-limits.ts';
import { credentialsFor, providerOptions } from '../providers/credentials.ts';

const side = (description: string) => Type.Optional(Type.Integer({ minimum: 16, maximum: 4096, description }));

export const generateImage = defineAction({
  name: 'ai.image.generate',
  summary: 'Make images from a description',
  routes: [{ method: 'POST', path: '/api/ai/image/generate' }],
  access: 'ai:write',
  waitsForOthers: true,
  input: Type.Object(
    {
      prompt: Type.String({ minLength: 1, maxLength: 32_000 }),
      width: side('In pixels; 1024 when absent.'),
      height: side('In pixels; 1024 when absent.'),
      model: Type.Optional(
        Type.String({
          maxLength: 200,
          description: `An image model of OpenAI or Google; ${defaultImageModel} when absent.`,
        }),
      ),
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    images: Type.Array(
      Type.Object({
        url: Type.String({ description: 'Where the file can be downloaded, by those who may read it.' }),
        storedFileId: Type.String({ format: 'uuid', description: 'The record of data/storedFiles.' }),
        width: Type.Integer(),
        height: Type.Integer(),
        mimeType: Type.String(),
      }),
    ),
    model: Type.String(),
    provider: Type.String(),
  }),
  async run(given, { prompt, width = 1024, height = 1024, model, count = 1 }) {
    const context = outsideTransaction(given);
    const configuration = await readConfiguration(context);
    const named = model ?? providerOptions(configuration, 'image').model;
    const route = imageRouteOf(typeof named === 'string' ? named : defaultImageModel);
    const request = { prompt, width, height, count };
    const asked = { operation: 'imageGeneration', route, platformTools: false, streamed: false, request } as const;
    const credentials = await logRefusal(
      context,
      configuration,
      () => asked,
      () => credentialsFor(context, configuration, 'image'),
    );
    requireAllowedModel(configuration.limits, route);
    const signal = given.signal ?? new AbortController().signal;
    const log = await CompletionLog.open(context, asked, configuration);
    const progress = new Progress(route);
    progress.iterations = 1;
    try {
      const imageModel = await openImageModel(route, credentials);
      const stored = [];
      for (const n of callsFor(route, count)) {
        const { images, usage } = await withRetries(context, route.family, 'ai.image', signal, (abortSignal) =>
          imageModel.doGenerate({
            prompt,
            n,
            ...nearestSize(route, { width, height }),
            seed: undefined,
            files: undefined,
            mask: undefined,
            providerOptions: {},
            abortSignal,
          }),
        );
        progress.addImageUsage(usage);
        for (const image of images) {
          const bytes = typeof image === 'string' ? Buffer.from(image, 'base64') : image;
          stored.push(await storeImage(context, bytes, { width, height }, prompt));
        }
      }
      progress.finishReason = 'stop';
      await log.succeeded(progress);
      return { body: { images: stored, model: route.modelId, provider: route.family } };
    } catch (error) {
      await log.failed(progress, error, signal.aborted);
      throw error;
    }
  },
});
