import { Alert, Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '~/fields/date/format.ts';
import { useTimeZone } from '~/lib/time-zone.ts';
import type { DraftState } from './use-draft.ts';

interface DraftNoticeProps {
  readonly draft: DraftState;
  /** Called with the keys of the restored fields. */
  readonly onRestored: (keys: readonly string[]) => void;
}

/** Offers to restore unsaved input of the last visit. */
export function DraftNotice({ draft: { offer, restore, remove }, onRestored }: DraftNoticeProps) {
  const { t, i18n } = useTranslation('forms');
  const zone = useTimeZone();
  if (!offer) return null;
  return (
    <Alert variant="light" icon={<IconHistory size={18} />} p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('draft.found', { time: formatMoment(offer.savedAt, i18n.language, zone) })}</Text>
        <Group gap={4}>
          <Button size="compact-sm" variant="default" onClick={() => onRestored(restore())}>
            {t('draft.restore')}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={remove}>
            {t('draft.discard')}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
