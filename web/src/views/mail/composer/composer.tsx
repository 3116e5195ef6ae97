import { Alert, Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '~/ui/error-state.tsx';
import { connectionsQuery } from '../connections.ts';
import { ComposerForm, type ComposerProps } from './composer-form.tsx';
import { useKeptDraft } from './use-kept-draft.ts';

/** Writes a mail that is sent from a mailbox of the person. Replies can also be sent without a mailbox. */
export default function Composer(props: ComposerProps) {
  const { t } = useTranslation('inbox');
  const { conversationId, initial } = props;
  const connections = useQuery(connectionsQuery);
  const kept = useKeptDraft(conversationId, initial);
  if (connections.error) return <ErrorState error={connections.error} onRetry={() => connections.refetch()} />;
  if (!connections.data || !kept.draft) return <Skeleton height={260} />;
  const { mode } = kept.draft;
  // Without a mailbox, the account's mail servers send a reply, but not a new mail.
  const isReply = conversationId !== undefined && (mode === 'reply' || mode === 'replyAll');
  if (connections.data.length === 0 && !isReply)
    return (
      <Alert variant="light" icon={<IconMailOff size={18} />} title={t('compose.noMailbox')}>
        <Stack gap={4} align="flex-start">
          {t('compose.noMailboxText')}
          <Anchor component={Link} to="/settings/mailboxes" size="sm">
            {t('compose.connect')}
          </Anchor>
        </Stack>
      </Alert>
    );
  return (
    <Stack gap="xs">
      {connections.data.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('compose.byAccount')}{' '}
          <Anchor component={Link} to="/settings/mailboxes" size="sm">
            {t('compose.connect')}
          </Anchor>
        </Text>
      )}
      <ComposerForm {...props} draft={kept.draft} kept={kept} connections={connections.data} />
    </Stack>
  );
}
