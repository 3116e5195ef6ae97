import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { randomId } from '~/lib/random-id.ts';
import { notifyDone } from '~/ui/notify.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import type { ComposerDraft } from './composer-draft.ts';
import { type SentMail, sendInput, sendMail, undoSend } from './send-mail.ts';

const emailsPath = '/api/communications/emails';
const defaultUndoMs = 10_000;

interface Options {
  readonly conversationId: string | undefined;
  /** Called when the mail is queued or scheduled. */
  readonly onSent: (mail: SentMail) => void;
  /** Called when sending was undone. */
  readonly onUndone: (draft: ComposerDraft) => void;
}

/** Sends a draft, and offers to undo while the server waits. */
export function useSend({ conversationId, onSent, onUndone }: Options) {
  const { t } = useTranslation('inbox');
  const refresh = useRefresh(emailsPath, '/api/communications/conversations');
  // A repeated click uses the same key, so that the mail is sent once.
  const attempt = useRef({ text: '', key: '' });
  const undo = async (mail: SentMail, draft: ComposerDraft) => {
    await undoSend(mail._id);
    onUndone(draft);
    // The composer keeps the text, so the draft record on the server would be a duplicate.
    await records.remove(emailsPath, mail._id);
    refresh();
  };
  return useMutation({
    mutationFn: (draft: ComposerDraft) => {
      const input = sendInput(draft, conversationId);
      const text = JSON.stringify(input);
      if (attempt.current.text !== text) attempt.current = { text, key: randomId() };
      return sendMail(input, attempt.current.key);
    },
    onSuccess: (mail, draft) => {
      refresh();
      if (draft.sendAt !== undefined) notifyDone(t('compose.scheduled'));
      else {
        const leftMs = mail.undoUntil ? Date.parse(mail.undoUntil) - Date.now() : defaultUndoMs;
        notifyUndo(t('compose.sent'), () => undo(mail, draft), Math.min(Math.max(leftMs, 1000), defaultUndoMs));
      }
      onSent(mail);
    },
  });
}
