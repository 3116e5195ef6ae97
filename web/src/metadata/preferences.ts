import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { session } from '~/api/session.ts';
import { notifyError } from '~/ui/notify.ts';
import { meQuery, useMe } from './access.ts';

/** One preference of the person, stored on the server so that every device has it. */
export function usePreference<T>(key: string, initial: T): [T, (value: T) => void] {
  const { user } = useMe();
  const client = useQueryClient();
  const { mutate } = useMutation({
    // Requests run one after another: each sends all preferences, so an older one must not arrive last.
    scope: { id: 'preferences' },
    // The preferences are read first, because another window may have changed one, and each request sends all.
    mutationFn: async (value: T) => {
      const { user: stored } = await session.me();
      return session.changeMe({ preferences: { ...stored.preferences, [key]: value } });
    },
    onMutate: (value) => {
      client.setQueryData(
        meQuery.queryKey,
        (me) => me && { ...me, user: { ...me.user, preferences: { ...me.user.preferences, [key]: value } } },
      );
    },
    onError: (error) => {
      notifyError(error);
      return client.invalidateQueries({ queryKey: keys.me });
    },
  });
  return [(user.preferences?.[key] as T | undefined) ?? initial, mutate];
}
