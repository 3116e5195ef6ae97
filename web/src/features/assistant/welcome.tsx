import { Button, Stack } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PageContext } from '~/metadata/page-context.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import classes from './assistant.module.css';
import { WaitingActions } from './waiting-actions.tsx';

interface WelcomeProps {
  readonly screen: PageContext | undefined;
  readonly isReady: boolean;
  readonly onAsk: (question: string) => void;
}

/** The start of a chat: suggested questions, and changes that await a decision. */
export function Welcome({ screen, isReady, onAsk }: WelcomeProps) {
  const { t } = useTranslation('assistant');
  const place = screen === undefined ? 'anywhere' : screen.id === undefined ? 'list' : 'record';
  const questions = t(`welcome.${place}`, { returnObjects: true }) as readonly string[];
  return (
    <div className={classes.middle}>
      <EmptyState icon={IconSparkles} title={t('welcome.title')} text={t('welcome.text')} />
      <Stack gap={6} px="md" pb="md">
        {questions.map((question) => (
          <Button
            key={question}
            variant="default"
            size="xs"
            classNames={{ inner: classes.suggestion, label: classes.suggestionText }}
            disabled={!isReady}
            onClick={() => onAsk(question)}
          >
            {question}
          </Button>
        ))}
      </Stack>
      <WaitingActions />
    </div>
  );
}
