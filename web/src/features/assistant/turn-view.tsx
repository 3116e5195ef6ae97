import { ActionIcon, CopyButton, Group, Loader, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown } from '~/ui/markdown/markdown.tsx';
import { UndoChanges } from '~/views/undo-changes.tsx';
import classes from './assistant.module.css';
import { PendingCard } from './pending-card.tsx';
import { ToolCard } from './tool-card.tsx';
import { changesOf, staysStored, type Turn, type TurnPart, textOf } from './turn.ts';
import { TurnProblem } from './turn-problem.tsx';

interface TurnViewProps {
  readonly turn: Turn;
  readonly onRetry: (() => void) | undefined;
}

/** A question and its answer. */
export const TurnView = memo(function TurnView({ turn, onRetry }: TurnViewProps) {
  const { t } = useTranslation('assistant');
  const { question, screen, parts, state, completionId, finishReason } = turn;
  const text = textOf(turn);
  const changes = changesOf(turn);
  const isWaiting = state === 'running' && parts.at(-1)?.type !== 'text';
  return (
    <>
      <article className={classes.question} aria-label={t('you')}>
        {question}
        {screen && (
          <Text size="xs" c="dimmed" mt={2} truncate>
            {t(screen.id === undefined ? 'screen.list' : 'screen.record', { name: screen.label })}
          </Text>
        )}
      </article>
      <article className={classes.answer} aria-label={t('title')} aria-busy={state === 'running'}>
        {parts.map((part, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added at the end.
          <Part key={n} part={part} />
        ))}
        {isWaiting && <Loader type="dots" size="xs" color="gray" aria-label={t('writing')} />}
        {finishReason === 'tool-iterations' && <Note text={t('tooManySteps')} />}
        {finishReason === 'length' && <Note text={t('cut')} />}
        {state === 'stopped' && <Note text={t(staysStored(turn) ? 'stoppedAfterChanges' : 'stopped')} />}
        {state === 'failed' && <TurnProblem error={turn.error} onRetry={onRetry} />}
        {state !== 'running' && changes > 0 && completionId !== undefined && (
          <UndoChanges completionId={completionId} count={changes} />
        )}
        {state !== 'running' && text !== '' && (
          <Group gap={2}>
            <CopyButton value={text}>
              {({ copied, copy }) => (
                <Tooltip label={t(copied ? 'copied' : 'copy')}>
                  <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('copy')} onClick={copy}>
                    {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
                  </ActionIcon>
                </Tooltip>
              )}
            </CopyButton>
          </Group>
        )}
      </article>
    </>
  );
});

function Part({ part }: { readonly part: TurnPart }) {
  if (part.type === 'text') return <Markdown text={part.text} />;
  const { call, isRunning } = part;
  return call.pending ? (
    <PendingCard call={call} id={call.pending.id} />
  ) : (
    <ToolCard call={call} isRunning={isRunning} />
  );
}

const Note = ({ text }: { readonly text: string }) => (
  <Text size="xs" c="dimmed">
    {text}
  </Text>
);
