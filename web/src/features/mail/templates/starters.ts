import { queryOptions } from '@tanstack/react-query';
import { mailApi, type Starter } from '../mail-api.ts';

/** Starters change only with a new version of the platform. */
export const startersQuery = queryOptions({
  queryKey: ['mail', 'starters'],
  queryFn: async ({ signal }) => (await mailApi.starters(signal)).data,
  staleTime: Number.POSITIVE_INFINITY,
});

export const starterPicture = (key: string) => ({
  queryKey: ['mail', 'starters', key],
  read: (signal: AbortSignal) => mailApi.previewStarter(key, signal),
});

/** The fields of a template that copies a starter. */
export const fromStarter = (name: string, { key: _key, ...fields }: Starter): Record<string, unknown> => ({
  ...fields,
  name,
  status: 'draft',
});
