import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { notifyError } from '~/ui/notify.ts';
import type { RecordDraft } from './use-record-draft.ts';

/** Somebody else saved the record meanwhile: the person decides which version stays. */
export function ConflictAlert<T extends RecordData>({ draft }: { readonly draft: RecordDraft<T> }) {
  const { t } = useTranslation('editor');
  if (!draft.hasConflict) return null;
  return (
    <Alert
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      color="orange"
      mx="md"
      mb="sm"
      title={t('conflict.title')}
      role="alert"
    >
      <Group gap="xs">
        {t('conflict.text')}
        <Button size="compact-sm" variant="default" onClick={() => draft.takeTheirs().catch(notifyError)}>
          {t('conflict.theirs')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => draft.keepMine().catch(notifyError)}>
          {t('conflict.mine')}
        </Button>
      </Group>
    </Alert>
  );
}
