import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { notifyError } from '~/ui/notify.ts';
import type { ContentDraft } from './use-content-draft.ts';

/** Shown when somebody else saved the record in the meantime. The person decides which version stays. */
export function ConflictAlert<T extends RecordData>({ draft }: { readonly draft: ContentDraft<T> }) {
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
        <Button size="compact-sm" variant="default" onClick={() => draft.takeTheirs()}>
          {t('conflict.theirs')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => draft.keepMine().catch(notifyError)}>
          {t('conflict.mine')}
        </Button>
      </Group>
    </Alert>
  );
}
