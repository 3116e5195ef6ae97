import { ActionIcon, Group, Pill, Switch, Textarea, Tooltip } from '@mantine/core';
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UsableModels } from '~/metadata/ai.ts';
import type { PageContext } from '~/metadata/page-context.ts';
import { prepareQuestion, usePreparedQuestion } from '~/metadata/prepared-question.ts';
import classes from './assistant.module.css';
import { ModelMenu } from './model-menu.tsx';

interface ComposerProps {
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly models: UsableModels;
  readonly screen: PageContext | undefined;
  readonly onHideScreen: () => void;
  readonly asksFirst: boolean;
  /** Undefined when the account's settings decide. */
  readonly onAsksFirst: ((value: boolean) => void) | undefined;
  readonly isRunning: boolean;
  readonly onSend: (question: string) => void;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

const maxLength = 20_000;

/**
 * The input of the chat. It shows the current page as context, the language model, and whether changes need approval.
 */
export function Composer(props: ComposerProps) {
  const { ref, models, screen, onHideScreen, asksFirst, onAsksFirst, isRunning, onSend, onStop, onClose } = props;
  const { t } = useTranslation('assistant');
  const [text, setText] = useState('');
  const [isWaiting, setWaiting] = useState(false);
  const prepared = usePreparedQuestion();
  // A page has prepared the beginning of a question.
  useEffect(() => {
    if (prepared === undefined) return;
    setText(prepared);
    prepareQuestion(undefined);
  }, [prepared]);
  const isReady = models.model !== undefined;
  const canSend = text.trim() !== '' && !isRunning;
  const send = () => {
    if (!canSend) return;
    if (!isReady) return setWaiting(true);
    setWaiting(false);
    onSend(text.trim());
    setText('');
  };
  // A message sent before the models have loaded waits for them.
  const sendWaiting = useEffectEvent(() => isWaiting && send());
  useEffect(() => {
    if (isReady) sendWaiting();
  }, [isReady]);
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    // During the composition of a character, as in Japanese, Enter ends the composition.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={classes.composer}>
      {screen && (
        <Pill
          className={classes.screen}
          withRemoveButton
          removeButtonProps={{ 'aria-label': t('screen.remove'), tabIndex: 0, 'aria-hidden': false }}
          onRemove={onHideScreen}
          title={screen.label}
        >
          {t(screen.id === undefined ? 'screen.list' : 'screen.record', { name: screen.label })}
        </Pill>
      )}
      <div className={classes.box}>
        <Textarea
          ref={ref}
          variant="unstyled"
          classNames={{ input: classes.input }}
          aria-label={t('message')}
          placeholder={t('message')}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={maxLength}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={keys}
        />
        {isRunning ? (
          <Tooltip label={t('stop')}>
            <ActionIcon variant="default" size={30} radius="xl" aria-label={t('stop')} onClick={onStop}>
              <IconPlayerStopFilled size={14} />
            </ActionIcon>
          </Tooltip>
        ) : (
          <Tooltip label={t('send')}>
            <ActionIcon
              variant="filled"
              size={30}
              radius="xl"
              aria-label={t('send')}
              disabled={!canSend}
              loading={isWaiting}
              onClick={send}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <Group justify="space-between" gap="xs" mt={6} wrap="nowrap">
        <Tooltip label={t(onAsksFirst ? 'approval.help' : 'approval.required')} multiline w={260}>
          <Switch
            size="xs"
            label={t('approval.label')}
            checked={asksFirst}
            disabled={!onAsksFirst}
            onChange={({ currentTarget }) => onAsksFirst?.(currentTarget.checked)}
          />
        </Tooltip>
        <ModelMenu models={models} />
      </Group>
    </div>
  );
}
