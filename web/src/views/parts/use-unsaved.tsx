import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Asks before the person leaves a page with unsaved changes. */
export function useUnsaved(dirty: boolean) {
  const { t } = useTranslation('screens');
  const saved = useRef(false);
  const isUnsaved = () => dirty && !saved.current;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved() && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  const dialog = (
    <Modal opened={blocker.status === 'blocked'} onClose={() => blocker.reset?.()} title={t('unsaved.title')}>
      <Text size="sm">{t('unsaved.text')}</Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="subtle" color="red" onClick={() => blocker.proceed?.()}>
          {t('unsaved.discard')}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          {t('unsaved.stay')}
        </Button>
      </Group>
    </Modal>
  );
  return {
    dialog,
    /** Permits leaving the page without a question, after saving or deleting. */
    release: () => {
      saved.current = true;
    },
  };
}
