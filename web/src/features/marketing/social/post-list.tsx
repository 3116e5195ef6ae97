import { Group, Text } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '~/ui/table/column.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { PlatformIcon } from './platform-icon.tsx';
import { postsModel, postsPath } from './social-api.ts';

/** All posts, newest first. */
export function PostList() {
  const { t } = useTranslation('marketing-social');
  const format = useFormat();
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
  return (
    <PagedTable
      label={t('tabs.posts')}
      path={postsPath}
      sort={['-createdAt']}
      columns={columns}
      search={t('posts.search')}
      choices={[
        { model: postsModel, field: 'status' },
        { model: postsModel, field: 'platform' },
      ]}
      linkTo={({ _id }) => `/marketing/social/posts/${_id}`}
      empty={{ icon: IconShare, title: t('posts.empty'), text: t('posts.emptyText') }}
    />
  );
}
