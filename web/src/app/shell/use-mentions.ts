import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onChange } from '~/api/live.ts';
import { useMe } from '~/metadata/access.ts';

/** Shows a notice when a colleague mentions the person in a comment. The server sends a mail too. */
export function useMentions(): void {
  const navigate = useNavigate();
  const { user } = useMe();
  useEffect(
    () =>
      onChange(({ moduleKey, slug, action, actorId, recordId, record }) => {
        const { mentionedUserIds, conversationId, content } = record;
        if (moduleKey !== 'communications' || slug !== 'comments' || action !== 'created') return;
        if (actorId === user._id || !Array.isArray(mentionedUserIds) || !mentionedUserIds.includes(user._id)) return;
        const open = () => navigate({ to: '/inbox', search: { id: conversationId } as never });
        import('./mention-notice.tsx').then(({ notifyMention }) =>
          notifyMention({ id: `mention-${recordId}`, text: String(content ?? ''), open }),
        );
      }),
    [user._id, navigate],
  );
}
