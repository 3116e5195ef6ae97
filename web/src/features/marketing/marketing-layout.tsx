import { IconLock } from '@tabler/icons-react';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '~/ui/empty-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { TabArea } from '~/ui/tab-title.ts';
import classes from '~/views/parts/area-layout.module.css';
import { useMarketingPages } from './marketing-pages.ts';

/** The frame of the marketing pages, with links between them. */
export function MarketingLayout() {
  const { t } = useTranslation('marketing');
  const pages = useMarketingPages();
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // On a phone the links scroll sideways, so the active one is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path has another active link.
  useEffect(() => {
    nav.current?.querySelector('[data-status="active"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  if (pages.length === 0) return <EmptyState icon={IconLock} title={t('noAccess.title')} text={t('noAccess.text')} />;
  return (
    <div className={classes.layout}>
      <nav ref={nav} className={classes.nav} aria-label={t('navigation')}>
        {pages.map(({ key, to }) => (
          <Link key={key} to={to} className={classes.link} activeOptions={{ includeSearch: false }}>
            {t(`pages.${key}`)}
          </Link>
        ))}
      </nav>
      <div className={classes.page}>
        <Suspense fallback={<PageLoading />}>
          <TabArea value={t('shell:pages.marketing')}>
            <Outlet />
          </TabArea>
        </Suspense>
      </div>
    </div>
  );
}
