import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '~/lib/intl.ts';
import { useTimeZone } from '~/lib/time-zone.ts';
import { FieldOf } from '~/views/parts/field-of.tsx';
import type { Actions } from '../use-actions.ts';
import { snoozePresets, snoozeTime } from './snooze-times.ts';

interface SnoozeDialogProps {
  readonly ids: readonly string[];
  readonly actions: Actions;
  readonly onClose: () => void;
}

/** Chooses the time at which conversations return. */
export function SnoozeDialog({ ids, actions, onClose }: SnoozeDialogProps) {
  const { t, i18n } = useTranslation('inbox');
  const zone = useTimeZone();
  const [own, setOwn] = useState<string>();
  const format = dateFormat(i18n.language, { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone });
  const snooze = (until: string) => {
    actions.snooze(ids, until);
    onClose();
  };
  const isPast = own !== undefined && Date.parse(own) <= Date.now();
  return (
    <Modal opened onClose={onClose} title={t('snooze.title', { count: ids.length })} size="sm">
      <Stack gap="sm">
        <Stack gap={4}>
          {snoozePresets.map((preset, n) => {
            const until = snoozeTime(preset, zone);
            return (
              <Button
                key={preset}
                variant="default"
                size="xs"
                justify="space-between"
                rightSection={
                  <Text span size="xs" c="dimmed">
                    {format.format(new Date(until))}
                  </Text>
                }
                onClick={() => snooze(until)}
                {...(n === 0 && { 'data-autofocus': true })}
              >
                {t(`snooze.${preset}`)}
              </Button>
            );
          })}
        </Stack>
        <FieldOf
          model="communications.conversations"
          field="snoozedUntil"
          label={t('snooze.own')}
          value={own ?? null}
          onChange={(value) => setOwn(typeof value === 'string' ? value : undefined)}
          error={isPast ? t('snooze.past') : undefined}
        />
        <Group justify="flex-end">
          <Button size="xs" disabled={own === undefined || isPast} onClick={() => own !== undefined && snooze(own)}>
            {t('actions.snooze')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
