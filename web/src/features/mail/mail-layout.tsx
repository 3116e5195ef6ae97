import { IconLock } from '@tabler/icons-react';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { TabArea } from '~/ui/tab-title.ts';
import classes from '~/views/parts/area-layout.module.css';

const pages = [
  { key: 'overview', to: '/mail', exact: true },
  { key: 'compose', to: '/mail/compose', needs: 'communications:write' },
  { key: 'batches', to: '/mail/batches' },
  { key: 'scheduled', to: '/mail/scheduled' },
  { key: 'sent', to: '/mail/sent' },
  { key: 'templates', to: '/mail/templates' },
  { key: 'lists', to: '/mail/lists' },
  { key: 'suppressions', to: '/mail/suppressions' },
  { key: 'analytics', to: '/mail/analytics' },
  { key: 'transports', to: '/mail/transports' },
] as const;

/** The frame of the mail pages, with links between them. */
export function MailLayout() {
  const { t } = useTranslation('mail');
  const can = useCan();
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // On a phone the links scroll sideways, so the active one is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path has another active link.
  useEffect(() => {
    nav.current?.querySelector('[data-status="active"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  if (!can.scope('communications:read'))
    return <EmptyState icon={IconLock} title={t('noAccess.title')} text={t('noAccess.text')} />;
  return (
    <div className={classes.layout}>
      <nav ref={nav} className={classes.nav} aria-label={t('navigation')}>
        {pages.map((page) =>
          'needs' in page && !can.scope(page.needs) ? null : (
            <Link
              key={page.key}
              to={page.to}
              className={classes.link}
              activeOptions={{ exact: 'exact' in page, includeSearch: false }}
            >
              {t(`pages.${page.key}`)}
            </Link>
          ),
        )}
      </nav>
      <div className={classes.page}>
        <Suspense fallback={<PageLoading />}>
          <TabArea value={t('shell:pages.mail')}>
            <Outlet />
          </TabArea>
        </Suspense>
      </div>
    </div>
  );
}
