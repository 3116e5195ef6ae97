import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { type Conversation, paths } from './inbox-api.ts';

/**
 * The title of a conversation. A conversation has no subject when its mailbox shares only people and times, because
 * colleagues would see it. Viewers who may read its mails get the subject of the first mail.
 */
export function useTitle({ _id: id, subject, messageCount }: Conversation): string {
  const { t } = useTranslation('inbox');
  const input = {
    filter: { conversationId: id },
    fields: ['subject'],
    sort: ['createdAt'],
    limit: 1,
    count: 'none' as const,
  };
  const { data } = useQuery({
    queryKey: keys.list(paths.emails, input),
    queryFn: ({ signal }) => records.list(paths.emails, input, signal),
    enabled: subject === null && (messageCount ?? 0) > 0,
  });
  return subject || String(data?.data[0]?.subject ?? '') || t('noSubject');
}
