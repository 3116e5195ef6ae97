import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useMayChange } from '~/metadata/may-write.ts';
import { useReportPageContext } from '~/metadata/page-context.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { SaveProblems } from '~/views/editor/save-problems.tsx';
import split from '~/views/editor/split.module.css';
import { useLeave } from '~/views/form/use-leave.tsx';
import { BackLink } from '~/views/parts/back-link.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { StatTile } from '~/views/parts/stat-tile.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { ComposerFields } from './composer/composer-fields.tsx';
import { PostPreview } from './composer/post-preview.tsx';
import { inputOf, type PostValues, valuesOf } from './composer/post-values.ts';
import { PostActions } from './post-actions.tsx';
import { connectionsQuery, postsModel, postsPath, type SocialPost, socialApi } from './social-api.ts';

const editable = ['draft', 'needsApproval', 'scheduled', 'paused', 'failed'];
const metrics = ['impressionCount', 'reachCount', 'likeCount', 'commentCount', 'shareCount', 'clickCount'] as const;

export function PostPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch, isPending } = useQuery({
    queryKey: keys.record(postsPath, id),
    queryFn: ({ signal }) => records.get(postsPath, id, [], signal),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  const post = data as unknown as SocialPost;
  return <OpenPost key={`${id} ${post.status}`} post={post} />;
}

/** A post: its result, and its text while it can be changed. */
function OpenPost({ post }: { readonly post: SocialPost }) {
  const { t } = useTranslation('marketing-social');
  const client = useQueryClient();
  const refresh = useRefresh(postsPath);
  const mayWrite = useMayChange(postsModel, post) && editable.includes(post.status);
  const [values, setValues] = useState<PostValues>(() => valuesOf(post));
  const { data: known } = useQuery(connectionsQuery);
  const account = known?.data.find(({ _id }) => _id === post.connectionId);
  const platform = known?.platforms.find(({ name }) => name === post.platform);
  const input = inputOf(values, post.platform === null ? [] : [post.platform]);
  const isDirty = JSON.stringify(values) !== JSON.stringify(valuesOf(post));
  const leave = useLeave(isDirty, () => {});
  useReportPageContext({ model: postsModel, id: post._id, label: post.content.slice(0, 80) });
  const save = useMutation({
    mutationFn: () => socialApi.change(post._id, input),
    onSuccess: (saved) => {
      client.setQueryData(keys.record(postsPath, post._id), saved);
      notifyDone(t('post.saved'));
    },
    onSettled: refresh,
  });
  return (
    <Page
      fill
      above={<BackLink to="/marketing/social" label={t('title')} />}
      title={
        <>
          {t('post.title')} <StatusBadge model={postsModel} value={post.status} />
        </>
      }
      actions={
        <>
          <PostActions post={post} isDirty={isDirty} />
          {mayWrite && (
            <Button size="xs" disabled={!isDirty} loading={save.isPending} onClick={() => save.mutate()}>
              {t('common:save')}
            </Button>
          )}
        </>
      }
    >
      <SaveProblems
        error={save.error ?? undefined}
        labelOf={(field) => t(`compose.fields.${field.split('.')[0]}`, { defaultValue: field })}
      />
      <Outcome post={post} />
      <div className={split.split}>
        <div className={split.write}>
          {mayWrite ? (
            <ComposerFields
              values={values}
              onChange={(change) => setValues({ ...values, ...change })}
              platforms={platform ? [platform] : []}
            />
          ) : (
            <Metrics post={post} />
          )}
        </div>
        <section className={split.look} aria-label={t('preview.title')}>
          {account && <PostPreview account={account} label={platform?.label ?? account.platform} input={input} />}
        </section>
      </div>
      {leave.dialog}
    </Page>
  );
}

/** Explains the state of a post. */
function Outcome({ post }: { readonly post: SocialPost }) {
  const { t } = useTranslation('marketing-social');
  const format = useFormat();
  const { status, error, publishedAt, scheduledAt, postUrl } = post;
  const isBad = status === 'failed' || status === 'unconfirmed';
  return (
    <Stack gap="xs" px="md" pb="sm">
      {isBad && (
        <Alert
          color={status === 'failed' ? 'red' : 'orange'}
          title={t(`post.${status}`)}
          styles={{ title: { color: 'var(--mantine-color-text)' } }}
        >
          {error ?? t(`post.${status}Text`)}
          {status === 'unconfirmed' && error !== null && <Text size="sm">{t('post.unconfirmedText')}</Text>}
        </Alert>
      )}
      {!isBad && error !== null && <Alert color="orange">{error}</Alert>}
      <Group gap="md">
        {publishedAt !== null && <Text size="sm">{t('post.published', { time: format.time(publishedAt) })}</Text>}
        {publishedAt === null && scheduledAt !== null && (
          <Text size="sm">{t('post.scheduled', { time: format.time(scheduledAt) })}</Text>
        )}
        {postUrl !== null && (
          <Anchor href={postUrl} target="_blank" rel="noopener noreferrer" size="sm">
            {t('post.open')}
          </Anchor>
        )}
      </Group>
    </Stack>
  );
}

function Metrics({ post }: { readonly post: SocialPost }) {
  const { t } = useTranslation('marketing-social');
  return (
    <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
      {metrics.map((key) => (
        <StatTile key={key} label={t(`metrics.${key}`)} value={Number(post[key] ?? 0)} />
      ))}
    </SimpleGrid>
  );
}
