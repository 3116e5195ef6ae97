import { Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LazyFormattedText } from '~/fields/longText/lazy-formatted-text.tsx';
import { isHtml } from '~/lib/plain-text.ts';
import { TimeText } from '~/ui/time-text.tsx';
import classes from '../inbox.module.css';
import type { CommentMessage } from '../inbox-api.ts';

const mention = /(@[\p{L}\p{N}._-]+(?: [\p{Lu}][\p{L}._-]+)?)/gu;

/** A comment that only colleagues see. */
export function CommentCard({ comment }: { readonly comment: CommentMessage }) {
  const { t } = useTranslation('inbox');
  const { content, author, at, mentionedUserIds } = comment;
  const name = author?.name || t('someone');
  const marks = (mentionedUserIds ?? []).length > 0;
  return (
    <article className={classes.comment} aria-label={t('commentOf', { name })}>
      <div className={classes.commentHead}>
        <IconLock size={13} aria-hidden />
        <Text span size="xs" fw={600}>
          {name}
        </Text>
        <Text span size="xs" className={classes.commentTime}>
          {t('comment.internal')} · <TimeText value={at} />
        </Text>
      </div>
      {isHtml(content) ? (
        <LazyFormattedText html={content} />
      ) : (
        <div className={classes.plain}>
          {content.split(marks ? mention : /$^/).map((part, n) =>
            part.startsWith('@') && marks ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move.
              <strong key={n}>{part}</strong>
            ) : (
              part
            ),
          )}
        </div>
      )}
    </article>
  );
}
