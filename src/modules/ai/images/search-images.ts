import type { Context } from '#core/context.ts';
import { withRetries } from '../completion/with-retries.ts';
import type { Credentials } from '../providers/credentials.ts';
import { FailedCall } from '../providers/provider-error.ts';

export interface FoundImage {
  readonly id: string;
  readonly url: string;
  readonly thumbnailUrl: string;
  readonly width: number;
  readonly height: number;
  readonly description: string;
  readonly author: string;
  readonly authorUrl: string;
  readonly source: string;
}

export interface ImageQuery {
  readonly query: string;
  readonly limit: number;
  readonly orientation?: 'landscape' | 'portrait' | 'square' | undefined;
}

/** A photo search service. */
interface ImageSource {
  readonly baseUrl: string;
  readonly path: string;
  headers(apiKey: string): Record<string, string>;
  parameters(query: ImageQuery): Record<string, string>;
  read(body: unknown): FoundImage[];
}

type Data = Readonly<Record<string, never>>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const rowsOf = (value: unknown): Data[] => (Array.isArray(value) ? value : []);

const imageSources = {
  unsplash: {
    baseUrl: 'https://api.unsplash.com',
    path: '/search/photos',
    headers: (apiKey) => ({ authorization: `Client-ID ${apiKey}`, 'accept-version': 'v1' }),
    parameters: ({ query, limit, orientation }) => ({
      query,
      per_page: String(limit),
      ...(orientation && { orientation: orientation === 'square' ? 'squarish' : orientation }),
    }),
    read: (body) =>
      rowsOf((body as { results?: unknown })?.results).map((row) => {
        const { id, width, height, description, alt_description: alt, urls, user } = row as Record<string, unknown>;
        const { regular, full, small, thumb } = (urls ?? {}) as Record<string, unknown>;
        const { name, links } = (user ?? {}) as { name?: unknown; links?: { html?: unknown } };
        return {
          id: textOf(id),
          url: textOf(regular ?? full),
          thumbnailUrl: textOf(small ?? thumb),
          width: countOf(width),
          height: countOf(height),
          description: textOf(description) || textOf(alt),
          author: textOf(name),
          authorUrl: textOf(links?.html),
          source: 'unsplash',
        };
      }),
  },
  pexels: {
    baseUrl: 'https://api.pexels.com',
    path: '/v1/search',
    headers: (apiKey) => ({ authorization: apiKey }),
    parameters: ({ query, limit, orientation }) => ({
      query,
      per_page: String(limit),
      ...(orientation && { orientation }),
    }),
    read: (body) =>
      rowsOf((body as { photos?: unknown })?.photos).map((row) => {
        const {
          id,
          width,
          height,
          alt,
          src,
          photographer,
          photographer_url: authorUrl,
        } = row as Record<string, unknown>;
        const { large2x, large, original, medium, small } = (src ?? {}) as Record<string, unknown>;
        return {
          id: String(id ?? ''),
          url: textOf(large2x ?? large ?? original),
          thumbnailUrl: textOf(medium ?? small),
          width: countOf(width),
          height: countOf(height),
          description: textOf(alt),
          author: textOf(photographer),
          authorUrl: textOf(authorUrl),
          source: 'pexels',
        };
      }),
  },
} as const satisfies Readonly<Record<string, ImageSource>>;

export type SourceName = keyof typeof imageSources;

/** The photo search service in the setting of the tenant. Defaults to Unsplash. */
export const sourceOf = (options: Credentials['options']): SourceName =>
  options.provider === 'pexels' ? 'pexels' : 'unsplash';

export function searchImages(
  context: Context,
  name: SourceName,
  { apiKey, baseUrl }: Credentials,
  query: ImageQuery,
  signal: AbortSignal,
): Promise<FoundImage[]> {
  const source: ImageSource = imageSources[name];
  const url = new URL(`${(baseUrl ?? source.baseUrl).replace(/\/$/, '')}${source.path}`);
  for (const [key, value] of Object.entries(source.parameters(query))) url.searchParams.set(key, value);
  return withRetries(context, name, 'ai.imageSearch', signal, async (within) =>
    source.read(await readAnswer(url, { headers: source.headers(apiKey), signal: within })),
  );
}

async function readAnswer(url: URL, init: RequestInit): Promise<unknown> {
  let text: string;
  try {
    const reply = await fetch(url, init);
    text = await reply.text();
    if (!reply.ok) throw new FailedCall(reply.statusText, reply);
  } catch (error) {
    if (error instanceof FailedCall) throw error;
    throw new FailedCall((error as Error).message);
  }
  return JSON.parse(text);
}
