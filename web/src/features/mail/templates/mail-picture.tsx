import { Skeleton, Text } from '@mantine/core';
import { useElementSize, useInViewport } from '@mantine/hooks';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Preview } from '../mail-api.ts';
import { MailFrame } from '../parts/mail-frame.tsx';
import classes from './templates.module.css';

interface MailPictureProps {
  readonly queryKey: QueryKey;
  readonly read: (signal: AbortSignal) => Promise<Pick<Preview, 'html' | 'text'>>;
}

const drawnWidth = 640;

/** A thumbnail of a mail, rendered when it scrolls into view. */
export function MailPicture({ queryKey, read }: MailPictureProps) {
  const { t } = useTranslation('mail');
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const { ref: sizeRef, width } = useElementSize();
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    enabled: inViewport,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <div ref={ref} className={classes.picture}>
      {/* The size of the frame must not depend on its content. */}
      <div ref={sizeRef} className={classes.measured} />
      {error ? (
        <Text size="xs" c="#5b6472" p="sm">
          {t('template.noPicture')}
        </Text>
      ) : !data ? (
        <Skeleton height="100%" radius={0} animate={inViewport} />
      ) : data.html === null ? (
        <pre className={classes.letter} aria-hidden>
          {data.text}
        </pre>
      ) : (
        <div className={classes.scaled} style={{ transform: `scale(${width / drawnWidth})` }}>
          <MailFrame html={data.html} title="" height="100%" decorative />
        </div>
      )}
    </div>
  );
}
