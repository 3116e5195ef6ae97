import { Button } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { UrlTabs } from '~/views/parts/url-tabs.tsx';

const PostCalendar = lazy(() => import('./post-calendar.tsx').then((of) => ({ default: of.PostCalendar })));
const PostList = lazy(() => import('./post-list.tsx').then((of) => ({ default: of.PostList })));
const Accounts = lazy(() => import('./accounts/accounts-panel.tsx').then((of) => ({ default: of.AccountsPanel })));
const Analytics = lazy(() => import('./analytics-panel.tsx').then((of) => ({ default: of.AnalyticsPanel })));

const tabs = ['calendar', 'posts', 'accounts', 'analytics'] as const;

/** Social media: planned and published posts, accounts and analytics. */
export function SocialPage() {
  const { t } = useTranslation('marketing-social');
  const mayWrite = useCan().scope('marketing:write');
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        <>
          <Button component={Link} to="/inbox" size="xs" variant="default">
            {t('inbox')}
          </Button>
          {mayWrite && (
            <Button
              component={Link}
              to="/marketing/social/compose"
              size="xs"
              leftSection={<IconPencilPlus size={16} />}
            >
              {t('new')}
            </Button>
          )}
        </>
      }
    >
      <UrlTabs tabs={tabs} label={(tab) => t(`tabs.${tab}`)}>
        {(tab) => (
          <Suspense fallback={<PageLoading />}>
            {tab === 'calendar' && <PostCalendar />}
            {tab === 'posts' && <PostList />}
            {tab === 'accounts' && <Accounts mayWrite={mayWrite} />}
            {tab === 'analytics' && <Analytics />}
          </Suspense>
        )}
      </UrlTabs>
    </Page>
  );
}
