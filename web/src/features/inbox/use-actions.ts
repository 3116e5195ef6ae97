import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { inboxApi, paths } from './inbox-api.ts';

type Verb = 'assign' | 'snooze' | 'close' | 'reopen' | 'merge' | 'unread' | 'read' | 'spam' | 'archive' | 'trash';

interface ConversationAction {
  readonly verb: Verb;
  readonly ids: readonly string[];
  readonly run: (id: string) => Promise<unknown>;
  /** Undoes the action; undefined when it cannot be undone. */
  readonly undo?: (id: string) => Promise<unknown>;
  /** True when success shows no notice. */
  readonly silent?: boolean;
}

/** Runs one request after the other, so that a large selection does not exceed the rate limit. */
async function forEach(ids: readonly string[], run: (id: string) => Promise<unknown>): Promise<void> {
  for (const id of ids) await run(id);
}

/** The actions for one or several conversations. */
export function useActions() {
  const { t } = useTranslation('inbox');
  const refresh = useRefresh(paths.conversations);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ ids, run }: ConversationAction) => forEach(ids, run),
    onSuccess: (_, { verb, ids, undo, silent }) => {
      const message = t(`done.${verb}`, { count: ids.length });
      if (silent) return;
      if (undo) notifyUndo(message, () => forEach(ids, undo).finally(refresh));
      else notifyDone(message);
    },
    onError: (error) => notifyError(error),
    onSettled: refresh,
  });
  return {
    isPending,
    close: (ids: readonly string[]) => mutate({ verb: 'close', ids, run: inboxApi.close, undo: inboxApi.reopen }),
    /** Archives the mails on their servers too. Reopening restores the conversation, not the mails. */
    archive: (ids: readonly string[]) => mutate({ verb: 'archive', ids, run: (id) => inboxApi.move(id, 'archive') }),
    trash: (ids: readonly string[]) => mutate({ verb: 'trash', ids, run: (id) => inboxApi.move(id, 'trash') }),
    reopen: (ids: readonly string[]) => mutate({ verb: 'reopen', ids, run: inboxApi.reopen }),
    spam: (ids: readonly string[]) => mutate({ verb: 'spam', ids, run: inboxApi.spam, undo: inboxApi.reopen }),
    unread: (ids: readonly string[]) => mutate({ verb: 'unread', ids, run: (id) => inboxApi.read(id, false) }),
    read: (ids: readonly string[]) => mutate({ verb: 'read', ids, run: (id) => inboxApi.read(id, true) }),
    opened: (id: string) => mutate({ verb: 'read', ids: [id], run: inboxApi.opened, silent: true }),
    snooze: (ids: readonly string[], until: string) =>
      mutate({ verb: 'snooze', ids, run: (id) => inboxApi.snooze(id, until), undo: inboxApi.reopen }),
    assign: (ids: readonly string[], to: Parameters<typeof inboxApi.assign>[1]) =>
      mutate({ verb: 'assign', ids, run: (id) => inboxApi.assign(id, to) }),
    merge: (ids: readonly string[], intoId: string) =>
      mutate({ verb: 'merge', ids, run: (id) => inboxApi.merge(id, intoId) }),
  };
}

export type Actions = ReturnType<typeof useActions>;
