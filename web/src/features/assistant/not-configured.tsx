import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import classes from './assistant.module.css';

/** Shown when no provider of language models has a key. */
export function NotConfigured() {
  const { t } = useTranslation('assistant');
  const canConfigure = useCan().scope('ui:admin');
  return (
    <div className={classes.middle}>
      <EmptyState
        icon={IconPlugConnectedX}
        title={t('notConfigured.title')}
        text={t(canConfigure ? 'notConfigured.admin' : 'notConfigured.text')}
        action={
          canConfigure && (
            <Button component={Link} to="/admin/ai" size="xs" mt="xs">
              {t('notConfigured.open')}
            </Button>
          )
        }
      />
    </div>
  );
}
