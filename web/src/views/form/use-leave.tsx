import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Question {
  readonly go: () => void;
  readonly stay: () => void;
}

/** Asks before a page or form with unsaved input is closed. */
export function useLeave(dirty: boolean, onDiscard: () => void) {
  const { t } = useTranslation('forms');
  const [question, setQuestion] = useState<Question>();
  const free = useRef(false);
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (!dirty || free.current || current.pathname === next.pathname) return false;
      return new Promise((resolve) => setQuestion({ go: () => resolve(false), stay: () => resolve(true) }));
    },
    enableBeforeUnload: () => dirty && !free.current,
  });
  const answer = (leaves: boolean) => {
    setQuestion(undefined);
    if (!question) return;
    free.current = leaves;
    if (leaves) question.go();
    else question.stay();
  };
  const dialog = (
    <Modal
      opened={question !== undefined}
      onClose={() => answer(false)}
      title={t('leave.title')}
      size="md"
      // Escape closes only this dialog, not the drawer behind it.
      closeOnEscape={false}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') answer(false);
      }}
    >
      <Text size="sm">{t('leave.text')}</Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button
          variant="subtle"
          color="red"
          onClick={() => {
            onDiscard();
            answer(true);
          }}
        >
          {t('leave.discard')}
        </Button>
        <Button variant="default" onClick={() => answer(true)}>
          {t('leave.keep')}
        </Button>
        <Button data-autofocus onClick={() => answer(false)}>
          {t('leave.stay')}
        </Button>
      </Group>
    </Modal>
  );
  return {
    dialog,
    /** Runs the function, after a confirmation if there is unsaved input. */
    leave: (go: () => void) => (dirty && !free.current ? setQuestion({ go, stay: () => {} }) : go()),
    /** Disables the confirmation, because everything is saved. */
    release: () => {
      free.current = true;
    },
  };
}
