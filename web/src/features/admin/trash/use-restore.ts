import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { refreshWritten } from '~/api/refresh.ts';
import { notifyDone } from '~/ui/notify.ts';
import { restoreEntries, trashKey } from './trash.ts';

/** Restores entries of the trash, and reports how many were restored. */
export function useRestore(onDone: () => void) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  return useMutation({
    mutationFn: restoreEntries,
    onSuccess: ({ restored, queued }, entries) => {
      onDone();
      if (restored > 0) notifyDone(t('trash.restored', { count: restored }));
      if (queued > 0) notifyDone(t('trash.queued', { count: queued }));
      void client.invalidateQueries({ queryKey: trashKey });
      if (entries.some(({ modelDeleted }) => modelDeleted)) void client.invalidateQueries({ queryKey: keys.registry });
      for (const path of new Set(entries.map(({ moduleKey, slug }) => `/api/${moduleKey}/${slug}`)))
        void refreshWritten(client, keys.model(path));
    },
  });
}
