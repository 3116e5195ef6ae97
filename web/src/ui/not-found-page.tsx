import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from './page.tsx';

interface NotFoundPageProps {
  readonly title?: string;
  readonly text?: string;
}

/** The page for addresses that do not exist, and for records that do not exist or are not visible to the person. */
export function NotFoundPage({ title, text }: NotFoundPageProps) {
  const { t } = useTranslation('common');
  return (
    <Page title={title ?? t('notFound.title')} description={text ?? t('notFound.text')}>
      <Button component={Link} to="/" variant="default" size="xs">
        {t('notFound.home')}
      </Button>
    </Page>
  );
}
