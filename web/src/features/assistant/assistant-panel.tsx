import { Box, Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAiModels } from '~/metadata/ai.ts';
import { usePageContext } from '~/metadata/page-context.ts';
import { usePreference } from '~/metadata/preferences.ts';
import { usePreparedQuestion } from '~/metadata/prepared-question.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import classes from './assistant.module.css';
import { Composer } from './composer.tsx';
import { ConversationList } from './conversation-list.tsx';
import { NotConfigured } from './not-configured.tsx';
import { PanelHead } from './panel-head.tsx';
import { Transcript } from './transcript.tsx';
import type { Turn } from './turn.ts';
import { useChat } from './use-chat.ts';
import { Welcome } from './welcome.tsx';

interface AssistantPanelProps {
  /** The panel stays mounted when it is closed, so that a running answer continues. */
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The assistant. It answers questions about the account's records, and changes them with the person's permissions. */
export function AssistantPanel({ opened, onClose }: AssistantPanelProps) {
  const { t } = useTranslation('assistant');
  const chat = useChat();
  const models = useAiModels();
  const mustApprove = models.data?.approval === 'writes';
  const context = usePageContext();
  const [hidden, setHidden] = useState<string>();
  const [listing, setListing] = useState(false);
  const [asksFirst, setAsksFirst] = usePreference('aiApproval', false);
  const input = useRef<HTMLTextAreaElement>(null);
  const screen = context && JSON.stringify(context) !== hidden ? context : undefined;
  const options = { model: models.model, ...(asksFirst && { approval: 'writes' as const }) };
  const focus = () => setTimeout(() => input.current?.focus());
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the panel opens.
  useEffect(() => {
    if (opened && !listing) focus();
  }, [opened]);
  const show = (action: () => unknown) => {
    setListing(false);
    action();
    focus();
  };
  const prepared = usePreparedQuestion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever a page prepares a question.
  useEffect(() => {
    if (prepared !== undefined) show(() => undefined);
  }, [prepared]);
  const ask = (question: string) => {
    void chat.send(question, { ...options, screen });
    focus();
  };
  const isMissing = models.data !== undefined && models.usable.length === 0;
  return (
    <section className={classes.panel} aria-label={t('title')}>
      <PanelHead
        listing={listing}
        onList={() => setListing(!listing)}
        onNew={() => show(chat.reset)}
        onClose={onClose}
      />
      {listing ? (
        <ConversationList
          current={chat.conversationId}
          onOpen={(id) => show(() => chat.open(id))}
          onDeleted={(id) => id === chat.conversationId && chat.reset()}
        />
      ) : (
        <>
          {chat.failure !== undefined && (
            <ErrorState error={chat.failure} onRetry={() => void chat.open(chat.conversationId)} />
          )}
          {models.error !== null && <ErrorState error={models.error} onRetry={() => void models.refetch()} />}
          {chat.opening ? (
            <Box ta="center" p="xl" flex={1}>
              <Loader size="sm" aria-label={t('opening')} />
            </Box>
          ) : chat.turns.length > 0 ? (
            <Transcript
              turns={chat.turns}
              onRetry={chat.isRunning ? undefined : (turn: Turn) => chat.retry(turn, options)}
            />
          ) : isMissing ? (
            <NotConfigured />
          ) : (
            <Welcome screen={screen} onAsk={ask} isReady={models.model !== undefined} />
          )}
          <Composer
            ref={input}
            models={models}
            screen={screen}
            onHideScreen={() => setHidden(JSON.stringify(context))}
            asksFirst={asksFirst || mustApprove}
            onAsksFirst={mustApprove ? undefined : setAsksFirst}
            isRunning={chat.isRunning}
            onSend={ask}
            onStop={chat.stop}
            onClose={onClose}
          />
        </>
      )}
    </section>
  );
}
