import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PageLoading } from '~/ui/page-loading.tsx';
import { TabArea } from '~/ui/tab-title.ts';
import { BackLink } from '~/views/parts/back-link.tsx';
import { ScopeGate } from '../parts/scope-gate.tsx';
import { sectionOf } from '../sections.ts';
import classes from './admin-layout.module.css';
import { AdminNav } from './admin-nav.tsx';

/** The frame of the administration. Wide screens show its navigation on the left, narrow ones a link back. */
export function AdminLayout() {
  const { t } = useTranslation('admin');
  // The matched route is used instead of the address. The address changes before the page does, so the old page would
  // be checked against the scopes of the new one.
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' });
  const section = sectionOf(path);
  return (
    <div className={classes.layout}>
      <AdminNav />
      <div className={classes.page}>
        {section && (
          <div className={classes.back}>
            <BackLink to="/admin" label={t('title')} />
          </div>
        )}
        <Suspense fallback={<PageLoading />}>
          <ScopeGate title={section ? t(`sections.${section.key}.name`) : t('title')} scope={section?.scope}>
            <TabArea value={t('title')}>
              <Outlet />
            </TabArea>
          </ScopeGate>
        </Suspense>
      </div>
    </div>
  );
}
