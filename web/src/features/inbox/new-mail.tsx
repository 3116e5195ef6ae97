import { ActionIcon, Group, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PageLoading } from '~/ui/page-loading.tsx';
import { emptyDraft } from '~/views/mail/composer/composer-draft.ts';
import classes from './inbox.module.css';

const Composer = lazy(() => import('~/views/mail/composer/composer.tsx'));

interface NewMailProps {
  readonly onClose: () => void;
  readonly onUndone: () => void;
}

/** The composer for a mail that starts a conversation. */
export function NewMail({ onClose, onUndone }: NewMailProps) {
  const { t } = useTranslation('inbox');
  return (
    <section className={classes.newMail} aria-label={t('newMail')}>
      <Group gap="xs" mb="sm">
        <ActionIcon variant="subtle" color="gray" aria-label={t('back')} onClick={onClose} hiddenFrom="md">
          <IconArrowLeft size={18} />
        </ActionIcon>
        <Title order={2}>{t('newMail')}</Title>
      </Group>
      <Suspense fallback={<PageLoading />}>
        <Composer initial={emptyDraft} onClose={onClose} onUndone={onUndone} />
      </Suspense>
    </section>
  );
}
