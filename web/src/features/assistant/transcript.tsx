import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { markdownWords } from '~/ui/markdown/plain.ts';
import classes from './assistant.module.css';
import { staysStored, type Turn, textOf } from './turn.ts';
import { TurnView } from './turn-view.tsx';

interface TranscriptProps {
  readonly turns: readonly Turn[];
  /** Undefined while an answer is streaming. */
  readonly onRetry: ((turn: Turn) => void) | undefined;
}

/** Within this distance from the end, the view follows the answer. */
const nearPx = 80;

/** The conversation. It scrolls with a streaming answer, unless the person has scrolled up. */
export function Transcript({ turns, onRetry }: TranscriptProps) {
  const { t } = useTranslation('assistant');
  const scrolled = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const last = turns.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with each part that arrives.
  useEffect(() => {
    const element = scrolled.current;
    if (element && follows.current) element.scrollTop = element.scrollHeight;
  }, [turns]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question always scrolls into view.
  useEffect(() => {
    follows.current = true;
  }, [last?.key]);
  return (
    <div
      ref={scrolled}
      className={classes.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long conversation is scrolled by keyboard.
      tabIndex={0}
      role="log"
      // The status below announces the answer once, when it is complete.
      aria-live="off"
      aria-label={t('transcript')}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < nearPx;
      }}
    >
      {turns.map((turn) => (
        <TurnView key={turn.key} turn={turn} onRetry={turn === last && onRetry ? () => onRetry(turn) : undefined} />
      ))}
      <VisuallyHidden role="status">
        {last && statusOf(last, t('writing'), t(staysStored(last) ? 'stoppedAfterChanges' : 'stopped'))}
      </VisuallyHidden>
    </div>
  );
}

/**
 * The announcement for screen readers. Failures are alerts of their own, and the answers of a reopened conversation are
 * not new.
 */
function statusOf(turn: Turn, writing: string, stopped: string): string {
  if (turn.state === 'running') return writing;
  if (turn.state === 'stopped') return stopped;
  return turn.state === 'done' && turn.finishReason !== undefined ? markdownWords(textOf(turn)) : '';
}
