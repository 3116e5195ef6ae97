import { queryOptions, useQuery } from '@tanstack/react-query';
import { ai } from '~/api/ai.ts';
import { keys } from '~/api/keys.ts';
import { useCan } from './access.ts';
import { usePreference } from './preferences.ts';

export const settingsPath = '/api/ui/settings';

/** The language models of the account. They depend on the keys of the providers, which are settings. */
export const aiModelsQuery = queryOptions({
  queryKey: [...keys.model(settingsPath), 'ai models'],
  queryFn: ({ signal }) => ai.models(signal),
  staleTime: 5 * 60_000,
});

/**
 * The language models that the person can use, and the one that answers. The list is empty when no model is set up or
 * permitted.
 */
export function useAiModels() {
  const mayUse = useCan().scope('ai:write');
  const { data, error, refetch } = useQuery({ ...aiModelsQuery, enabled: mayUse });
  const [chosen, choose] = usePreference('aiModel', '');
  const usable = (data?.data ?? []).filter(({ configured }) => configured).map(({ model }) => model);
  // The person's choice comes first, then the account's, then the first model with a key.
  const model = [chosen, data?.defaultModel].find((one) => one && usable.includes(one)) ?? usable[0];
  return { model: model ?? undefined, usable, choose, data, error, refetch };
}

export type UsableModels = ReturnType<typeof useAiModels>;

/** The language model that pages use; undefined when there is none. */
export const useAiModel = (): string | undefined => useAiModels().model;
