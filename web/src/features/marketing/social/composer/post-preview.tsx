import { Avatar, Group, List, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { problemText } from '~/ui/error-text.ts';
import { useFormat } from '~/views/parts/format.ts';
import { PlatformIcon } from '../platform-icon.tsx';
import { type PostInput, postsPath, type SocialConnection, socialApi } from '../social-api.ts';
import classes from './post-preview.module.css';
import { PreviewMedia } from './preview-media.tsx';

interface PostPreviewProps {
  readonly account: SocialConnection;
  readonly label: string;
  readonly input: PostInput;
}

const pauseMs = 300;

/** Previews a post for one account, with its length there and the problems that the platform would report. */
export function PostPreview({ account, label, input }: PostPreviewProps) {
  const { t } = useTranslation('marketing-social');
  const format = useFormat();
  const { content, variants, linkUrl, mediaIds } = input;
  const [checked] = useDebouncedValue(
    { platform: account.platform, connectionId: account._id, content, variants, linkUrl, mediaIds },
    pauseMs,
  );
  const { data } = useQuery({
    queryKey: [...keys.model(postsPath), 'check', checked],
    queryFn: ({ signal }) => socialApi.check(checked, signal),
    placeholderData: keepPreviousData,
    enabled: checked.content.trim() !== '' || checked.mediaIds.length > 0,
    retry: false,
  });
  const text = variants?.[account.platform] ?? content;
  const isTooLong = data !== undefined && data.length > data.maxLength;
  return (
    <article className={classes.card} aria-label={t('preview.on', { label, name: account.name })}>
      <Group gap="xs" wrap="nowrap">
        <Avatar radius="xl" size={32} aria-hidden>
          <PlatformIcon platform={account.platform} size={16} />
        </Avatar>
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={600} truncate>
            {account.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {[account.handle, label].filter(Boolean).join(' · ')}
          </Text>
        </div>
      </Group>
      <Text size="sm" className={classes.text}>
        {(text.trim() !== '' && data?.text) || text || t('preview.empty')}
      </Text>
      <PreviewMedia media={(data?.media ?? []).filter(({ id }) => mediaIds.includes(id))} />
      {linkUrl !== null && (
        <Text size="xs" c="dimmed" truncate>
          {linkUrl}
        </Text>
      )}
      {data && text.trim() !== '' && (
        <Text size="xs" className={isTooLong ? classes.over : classes.count} role="status">
          {t('preview.length', { length: format.number(data.length), max: format.number(data.maxLength) })}
        </Text>
      )}
      {data && data.problems.length > 0 && text.trim() !== '' && (
        <List size="xs" className={classes.over}>
          {data.problems.map((problem) => (
            <List.Item key={problem.message}>
              {`${t(`compose.fields.${problem.field.split('.')[0]}`, { defaultValue: problem.field })}: ${problemText(problem, t)}`}
            </List.Item>
          ))}
        </List>
      )}
    </article>
  );
}
