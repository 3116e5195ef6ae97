import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onChange } from '~/api/live.ts';
import { messagesKey } from '../inbox-api.ts';

/** Reads the messages again when a mail or a comment of the conversation changes. */
export function useLiveMessages(id: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onChange(({ moduleKey, slug, record }) => {
        if (moduleKey !== 'communications' || (slug !== 'emails' && slug !== 'comments')) return;
        if (record.conversationId === id) client.invalidateQueries({ queryKey: messagesKey(id) });
      }),
    [client, id],
  );
}
