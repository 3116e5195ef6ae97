import { Group, Stack, Text } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '~/ui/empty-state.tsx';
import type { Column } from '~/ui/table/column.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { ChoiceFilter } from '~/views/parts/choice-filter.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { SearchBox } from '~/views/parts/search-box.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { useUrlState } from '~/views/parts/url-state.ts';
import { PlatformIcon } from './platform-icon.tsx';
import { postsModel, postsPath } from './social-api.ts';

/** All posts, newest first. */
export function PostList() {
  const { t } = useTranslation('marketing-social');
  const format = useFormat();
  const [{ q, status, platform, page = 1 }, setState] = useUrlState<{
    q: string;
    status: string;
    platform: string;
    page: number;
    tab: string;
  }>();
  const filter = { ...(status !== undefined && { status }), ...(platform !== undefined && { platform }) };
  const columns: Column[] = [
    {
      key: 'content',
      title: t('posts.content'),
      cell: (post) => (
        <Group gap={6} wrap="nowrap" component="span">
          <PlatformIcon platform={String(post.platform ?? '')} size={16} />
          <Text span size="sm" lineClamp={1}>
            {String(post.content)}
          </Text>
        </Group>
      ),
    },
    {
      key: 'status',
      title: t('posts.status'),
      cell: (post) => <StatusBadge model={postsModel} value={post.status} />,
    },
    {
      key: 'scheduledAt',
      title: t('posts.time'),
      wide: true,
      cell: ({ publishedAt, scheduledAt }) => {
        const time = publishedAt ?? scheduledAt;
        return typeof time === 'string' ? <TimeText value={time} /> : '';
      },
    },
    {
      key: 'likeCount',
      title: t('metrics.likeCount'),
      align: 'right',
      wide: true,
      cell: ({ likeCount }) => format.number(likeCount),
    },
  ];
  const isFiltered = q !== undefined || status !== undefined || platform !== undefined;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <SearchBox value={q} onChange={(value) => setState({ q: value, page: undefined })} label={t('posts.search')} />
        <ChoiceFilter
          model={postsModel}
          field="status"
          value={status}
          onChange={(value) => setState({ status: value, page: undefined })}
        />
        <ChoiceFilter
          model={postsModel}
          field="platform"
          value={platform}
          onChange={(value) => setState({ platform: value, page: undefined })}
        />
      </Group>
      <PagedTable
        label={t('tabs.posts')}
        path={postsPath}
        input={{ q, filter, sort: ['-createdAt'] }}
        columns={columns}
        page={Number(page)}
        onPage={(next) => setState({ page: next })}
        linkTo={({ _id }) => `/marketing/social/posts/${_id}`}
        empty={
          <EmptyState
            icon={IconShare}
            title={isFiltered ? t('common:nothingFound') : t('posts.empty')}
            text={isFiltered ? t('common:table.changeFilter') : t('posts.emptyText')}
          />
        }
      />
    </Stack>
  );
}
