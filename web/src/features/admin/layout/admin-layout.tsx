import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PageLoading } from '~/ui/page-loading.tsx';
import { BackLink } from '../parts/back-link.tsx';
import { ScopeGate } from '../parts/scope-gate.tsx';
import { sectionOf } from '../sections.ts';
import classes from './admin-layout.module.css';
import { AdminNav } from './admin-nav.tsx';

/** The administration: its navigation at the left of wide screens, a link back on narrow ones, and the page. */
export function AdminLayout() {
  const { t } = useTranslation('admin');
  // The address is that of the next page while the one before is still shown, which would then be behind the wrong gate.
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
            <Outlet />
          </ScopeGate>
        </Suspense>
      </div>
    </div>
  );
}
