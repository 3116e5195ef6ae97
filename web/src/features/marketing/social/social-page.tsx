import { Button, Tabs } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { useSelectedInView } from '~/ui/use-selected-in-view.ts';
import split from '~/views/editor/split.module.css';
import { useUrlState } from '~/views/parts/url-state.ts';

const PostCalendar = lazy(() => import('./post-calendar.tsx').then((of) => ({ default: of.PostCalendar })));
const PostList = lazy(() => import('./post-list.tsx').then((of) => ({ default: of.PostList })));
const Accounts = lazy(() => import('./accounts/accounts-panel.tsx').then((of) => ({ default: of.AccountsPanel })));
const Analytics = lazy(() => import('./analytics-panel.tsx').then((of) => ({ default: of.AnalyticsPanel })));

const tabs = ['calendar', 'posts', 'accounts', 'analytics'] as const;

/** Social media: planned and published posts, accounts and analytics. */
export function SocialPage() {
  const { t } = useTranslation('marketing-social');
  const mayWrite = useCan().scope('marketing:write');
  const [{ tab: wanted }, setState] = useUrlState<{ tab: string }>();
  const tab = tabs.find((one) => one === wanted) ?? 'calendar';
  const tabList = useSelectedInView(tab);
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
      <Tabs value={tab} onChange={(next) => setState({ tab: next === 'calendar' ? undefined : (next ?? undefined) })}>
        <Tabs.List ref={tabList} className={split.tabs} mb="md">
          {tabs.map((key) => (
            <Tabs.Tab key={key} value={key}>
              {t(`tabs.${key}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Suspense fallback={<PageLoading />}>
            {tab === 'calendar' && <PostCalendar />}
            {tab === 'posts' && <PostList />}
            {tab === 'accounts' && <Accounts mayWrite={mayWrite} />}
            {tab === 'analytics' && <Analytics />}
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
