import { Button, Loader } from '@mantine/core';
import { IconInbox, IconSearchOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { useConnections } from '~/views/mail/connections.ts';
import classes from '../inbox.module.css';
import type { Conversation } from '../inbox-api.ts';
import type { useConversations } from '../use-conversations.ts';
import { ConversationRow } from './conversation-row.tsx';
import { dueOf } from './due.ts';

interface ConversationListProps {
  readonly source: ReturnType<typeof useConversations>;
  readonly currentId: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (id: string) => void;
  readonly isSearch: boolean;
}

const rowHeight = 80;
const footHeight = 22;

const hasFoot = (row: Conversation | undefined): boolean =>
  row !== undefined && (dueOf(row) !== undefined || row.status === 'snoozed' || row.assignedUserId !== null);

/** The second column. It renders only visible rows. */
export function ConversationList({ source, currentId, selected, onSelect, isSearch }: ConversationListProps) {
  const { t } = useTranslation('inbox');
  const scroll = useRef<HTMLDivElement>(null);
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage } = source;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (n) => rowHeight + (hasFoot(rows[n]) ? footHeight : 0),
    getItemKey: (n) => rows[n]?._id ?? n,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= rows.length - 10) void fetchNextPage();
  }, [last, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const current = rows.findIndex(({ _id }) => _id === currentId);
  useEffect(() => {
    if (current >= 0) virtualizer.scrollToIndex(current);
  }, [current, virtualizer]);
  if (source.isPending) return <PageLoading />;
  if (source.isError && rows.length === 0) return <ErrorState error={source.error} onRetry={() => source.refetch()} />;
  if (rows.length === 0) return isSearch ? <NothingFound /> : <NoConversations />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section ref={scroll} className={classes.scroll} tabIndex={0} aria-label={t('list')}>
      <ul className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start, size, key }) => {
          const conversation = rows[index];
          if (!conversation) return null;
          return (
            <li key={key} className={classes.item} style={{ height: size, transform: `translateY(${start}px)` }}>
              <ConversationRow
                conversation={conversation}
                isCurrent={conversation._id === currentId}
                isSelected={selected.has(conversation._id)}
                onSelect={() => onSelect(conversation._id)}
              />
            </li>
          );
        })}
      </ul>
      {isFetchingNextPage && <Loader size="sm" m="sm" />}
    </section>
  );
}

function NothingFound() {
  const { t } = useTranslation('inbox');
  return <EmptyState icon={IconSearchOff} title={t('empty.search')} text={t('empty.searchText')} />;
}

/** Explains an empty list: either all work is done, or something must be set up first. */
function NoConversations() {
  const { t } = useTranslation('inbox');
  const isConnected = useConnections().length > 0;
  if (isConnected) return <EmptyState icon={IconInbox} title={t('empty.done')} text={t('empty.doneText')} />;
  return (
    <EmptyState
      icon={IconInbox}
      title={t('empty.start')}
      text={t('empty.startText')}
      action={
        <Button component={Link} to="/settings/mailboxes" size="xs">
          {t('empty.connect')}
        </Button>
      }
    />
  );
}
