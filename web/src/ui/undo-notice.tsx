import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { notifyError } from './notify.ts';

/** Confirms an action and offers to undo it. */
export function notifyUndo(message: string, undo: () => Promise<unknown>, offeredMs = 8000): void {
  const id = notifications.show({
    color: 'teal',
    autoClose: offeredMs,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="subtle"
          miw="max-content"
          onClick={() => {
            notifications.hide(id);
            undo().catch((error: unknown) => notifyError(error));
          }}
        >
          {i18next.t('undo')}
        </Button>
      </Group>
    ),
  });
}
