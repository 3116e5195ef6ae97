import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onChange } from '~/api/live.ts';
import { LiveRefresh } from '~/api/live-refresh.ts';
import { messagesKey } from '../inbox-api.ts';

/** Changes within this time cause one refresh. */
const gatherMs = 100;

/** Reads the messages again when a mail or a comment of the conversation changes. */
export function useLiveMessages(id: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = new LiveRefresh(client, { gatherMs });
    const stop = onChange((change) => {
      const { moduleKey, slug, record } = change;
      if (moduleKey !== 'communications' || (slug !== 'emails' && slug !== 'comments')) return;
      if (record.conversationId === id) refresh.add(messagesKey(id), change);
    });
    return () => {
      refresh.stop();
      stop();
    };
  }, [client, id]);
}
