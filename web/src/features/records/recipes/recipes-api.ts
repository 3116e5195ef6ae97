import { useQuery } from '@tanstack/react-query';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import type { RecordData } from '~/api/records.ts';

const path = '/api/marketing/workflow-recipes';

/** A workflow that can be installed as a draft. */
export interface Recipe {
  readonly key: string;
  readonly name: string;
  readonly description?: string | null;
  readonly modelKey: string;
  readonly trigger: string;
  readonly steps: readonly { readonly key: string; readonly type: string }[];
  /** What must exist before it can be activated, such as a template. */
  readonly needs?: readonly string[] | null;
}

/** The recipes of workflows. A server without them has none. */
export const useRecipes = (enabled: boolean) =>
  useQuery({
    queryKey: [...keys.model(path), 'all'],
    queryFn: async ({ signal }) => (await request<{ data: readonly Recipe[] }>('GET', path, { signal })).data,
    enabled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const installRecipe = (key: string): Promise<RecordData> =>
  request('POST', `${path}/${encodeURIComponent(key)}/install`, { body: {} });
