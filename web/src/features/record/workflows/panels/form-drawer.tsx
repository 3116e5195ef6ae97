import { Alert, Button, Drawer, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IncompleteProvider, useIncompleteFilters } from '../forms/incomplete.ts';

interface FormDrawerProps {
  readonly title: string;
  readonly children: ReactNode;
  /** True when the first wrong input is to have the focus. */
  readonly atProblem?: boolean | undefined;
  /** A button beside "Done". */
  readonly aside?: ReactNode;
  readonly onClose: () => void;
}

const focusPauseMs = 300;

/**
 * A form of the flow. Changes are part of the flow at once; closing the drawer keeps them. It does not close while a
 * condition is incomplete, because that condition would be lost.
 */
export function FormDrawer({ title, children, atProblem, aside, onClose }: FormDrawerProps) {
  const { t } = useTranslation('workflows');
  const { hasIncomplete, report } = useIncompleteFilters();
  const [isRefused, setRefused] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!atProblem) return;
    // The drawer moves the focus itself when it opens, and inputs are loaded after it.
    const timer = setTimeout(() => {
      const wrong = content.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      wrong?.focus();
    }, focusPauseMs);
    return () => clearTimeout(timer);
  }, [atProblem]);
  const close = () => {
    if (hasIncomplete) setRefused(true);
    else onClose();
  };
  return (
    <Drawer
      opened
      position="right"
      size={480}
      title={title}
      onClose={close}
      overlayProps={{ backgroundOpacity: 0.2 }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <IncompleteProvider value={report}>
        <Stack gap="md" ref={content}>
          {children}
          {isRefused && hasIncomplete && (
            <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
              {t('incomplete')}
            </Alert>
          )}
          <Group justify="space-between">
            {aside ?? <span />}
            <Button onClick={close}>{t('done')}</Button>
          </Group>
        </Stack>
      </IncompleteProvider>
    </Drawer>
  );
}
