import { Button } from '@mantine/core';
import { IconMapSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '~/ui/empty-state.tsx';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={IconMapSearch}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <Button component={Link} to="/" variant="default" size="xs">
          {t('notFound.home')}
        </Button>
      }
    />
  );
}
