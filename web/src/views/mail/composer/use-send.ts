import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { randomId } from '~/lib/random-id.ts';
import { notifyDone } from '~/ui/notify.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import type { ComposerDraft } from './composer-draft.ts';
import { type SentMail, sendInput, sendMail, undoSend } from './send-mail.ts';

const emailsPath = '/api/communications/emails';
const defaultUndoMs = 10_000;

interface Options {
  readonly conversationId: string | undefined;
  /** The mail is on its way, or scheduled. */
  readonly onSent: (mail: SentMail) => void;
  /** The mail was taken back. */
  readonly onUndone: (draft: ComposerDraft) => void;
}

/** Sends a draft, and offers to take the mail back while the server waits. */
export function useSend({ conversationId, onSent, onUndone }: Options) {
  const { t } = useTranslation('inbox');
  const client = useQueryClient();
  // The same for a repeated click, so that the mail is not sent twice.
  const attempt = useRef({ text: '', key: '' });
  const refresh = () => {
    client.invalidateQueries({ queryKey: keys.model(emailsPath) });
    client.invalidateQueries({ queryKey: keys.model('/api/communications/conversations') });
  };
  const takeBack = async (mail: SentMail, draft: ComposerDraft) => {
    await undoSend(mail._id);
    onUndone(draft);
    // It is written on in the composer, so the draft on the server would be a second one.
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
        notifyUndo(t('compose.sent'), () => takeBack(mail, draft), Math.min(Math.max(leftMs, 1000), defaultUndoMs));
      }
      onSent(mail);
    },
  });
}
