import type { ImageModelV4, ImageModelV4CallOptions } from '@ai-sdk/provider';
import { invalid } from '#core/errors.ts';
import type { Credentials } from '../providers/credentials.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A model that generates images, with the sizes that it supports. */
export interface ImageRoute {
  readonly family: 'openai' | 'google';
  readonly modelId: string;
}

export const defaultImageModel = 'gpt-image-1';

/** The provider of an image model by the model's name. Throws for other models. */
export function imageRouteOf(model: string): ImageRoute {
  const modelId = model.replace(/^(openai|google)\//, '');
  if (model.startsWith('openai/') || /^(gpt-image|chatgpt-image|dall-e)-/.test(modelId))
    return { family: 'openai', modelId };
  if (model.startsWith('google/') || /^gemini-/.test(modelId)) return { family: 'google', modelId };
  throw invalid(
    'model',
    'unknown_model',
    'must be an image model of OpenAI (gpt-image-…, dall-e-…) or Google (gemini-…)',
  );
}

export async function openImageModel(
  { family, modelId }: ImageRoute,
  { apiKey, baseUrl }: Credentials,
): Promise<ImageModelV4> {
  const given = { apiKey, ...(baseUrl !== undefined && { baseURL: baseUrl }) };
  if (family === 'google') {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI(given).image(modelId);
  }
  const { createOpenAI } = await import('@ai-sdk/openai');
  return createOpenAI(given).image(modelId);
}

type Given = Pick<ImageModelV4CallOptions, 'size' | 'aspectRatio'>;

const sizesOf: readonly (readonly [RegExp, readonly Size[]])[] = [
  [/^dall-e-2/, [{ width: 1024, height: 1024 }]],
  [
    /^dall-e-3/,
    [
      { width: 1024, height: 1024 },
      { width: 1792, height: 1024 },
      { width: 1024, height: 1792 },
    ],
  ],
];
const otherSizes: readonly Size[] = [
  { width: 1024, height: 1024 },
  { width: 1536, height: 1024 },
  { width: 1024, height: 1536 },
];
const aspectRatios: readonly Size[] = [
  { width: 1, height: 1 },
  { width: 4, height: 3 },
  { width: 3, height: 4 },
  { width: 16, height: 9 },
  { width: 9, height: 16 },
];

/** Chooses the supported size with the closest proportions. The image is then cropped to the requested size. */
export function nearestSize({ family, modelId }: ImageRoute, wanted: Size): Given {
  const possible =
    family === 'google' ? aspectRatios : (sizesOf.find(([pattern]) => pattern.test(modelId))?.[1] ?? otherSizes);
  const ratio = ({ width, height }: Size) => Math.log(width / height);
  const distance = (size: Size) => Math.abs(ratio(size) - ratio(wanted));
  const { width, height } = possible.reduce((best, size) => (distance(size) < distance(best) ? size : best));
  return family === 'google'
    ? { size: undefined, aspectRatio: `${width}:${height}` }
    : { size: `${width}x${height}`, aspectRatio: undefined };
}

/** The number of images in each call. Google's models make one image for each call. */
export const callsFor = ({ family }: ImageRoute, count: number): readonly number[] =>
  family === 'google' ? Array.from({ length: count }, () => 1) : [count];
