import { Button, Center, Skeleton, Stack } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import classes from './assistant.module.css';
import { ConversationRow } from './conversation-row.tsx';
import { useConversations } from './conversations.ts';

interface ConversationListProps {
  readonly current: string;
  readonly onOpen: (id: string) => void;
  readonly onDeleted: (id: string) => void;
}

/** The person's earlier conversations. */
export function ConversationList({ current, onOpen, onDeleted }: ConversationListProps) {
  const { t } = useTranslation('assistant');
  const { all, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useConversations();
  if (error && all.length === 0) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending)
    return (
      <Stack gap="xs" p="md" flex={1}>
        <Skeleton h={32} />
        <Skeleton h={32} />
        <Skeleton h={32} />
      </Stack>
    );
  if (all.length === 0)
    return (
      <div className={classes.middle}>
        <EmptyState icon={IconMessages} title={t('list.none')} text={t('list.noneText')} />
      </div>
    );
  return (
    <div className={classes.scroll}>
      <ul className={classes.list} aria-label={t('list.title')}>
        {all.map((conversation) => (
          <ConversationRow
            key={conversation._id}
            conversation={conversation}
            isCurrent={conversation._id === current}
            onOpen={() => onOpen(conversation._id)}
            onDeleted={() => onDeleted(conversation._id)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Center my="sm">
          <Button size="xs" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('list.more')}
          </Button>
        </Center>
      )}
    </div>
  );
}
