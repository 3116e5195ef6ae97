import { ActionIcon, Box, Button, Menu, Tooltip } from '@mantine/core';
import { useFullscreenElement } from '@mantine/hooks';
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconDots,
  IconFilter,
  IconPencil,
  IconPlus,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useMayWrite } from '~/metadata/may-write.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { notifyError } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { DashboardView } from '~/widgets/dashboard-view.tsx';
import { type Dashboard, dashboardsPath } from '~/widgets/data.ts';
import { PeriodSelect } from '~/widgets/period-select.tsx';
import type { Period } from '~/widgets/widget.ts';
import styles from './dashboards.module.css';
import { FiltersDrawer, useFilteredModels } from './filters-drawer.tsx';
import { SettingsModal } from './settings-modal.tsx';

interface DashboardReaderProps {
  readonly dashboard: Dashboard;
  readonly period: Period | undefined;
  readonly onPeriod: (period: Period | undefined) => void;
  readonly onEdit: () => void;
}

/** A dashboard for viewing, with a choice of period. */
export function DashboardReader({ dashboard, period, onPeriod, onEdit }: DashboardReaderProps) {
  const { t } = useTranslation('dashboards');
  const { ref, toggle, fullscreen } = useFullscreenElement();
  const mayWrite = useMayWrite('ui.dashboards', dashboard);
  const { filtered } = useFilteredModels(dashboard);
  const narrowed =
    filtered.length > 0 && t('filters.active', { models: filtered.map(({ labelPlural }) => labelPlural).join(', ') });
  const shown = useRegistry().translated(dashboard);
  const description = [shown.description, narrowed].filter(Boolean).join(' · ') || undefined;
  const full = t(fullscreen ? 'leaveFullScreen' : 'fullScreen');
  return (
    <Box ref={ref} className={fullscreen ? styles.full : undefined}>
      <Page
        above={
          !fullscreen && (
            <Link to="/dashboards" className={styles.above}>
              {t('title')}
            </Link>
          )
        }
        title={shown.name}
        description={description}
        actions={
          <>
            {!fullscreen && <PeriodSelect value={period} onChange={onPeriod} otherwise={t('periodOfWidgets')} />}
            <Tooltip label={full} disabled={fullscreen}>
              <ActionIcon variant="default" size={30} aria-label={full} onClick={() => toggle()}>
                {fullscreen ? <IconArrowsMinimize size={16} /> : <IconArrowsMaximize size={16} />}
              </ActionIcon>
            </Tooltip>
            {mayWrite && !fullscreen && (
              <>
                <Button size="xs" variant="default" leftSection={<IconPencil size={15} />} onClick={onEdit}>
                  {t('editMode')}
                </Button>
                <MoreMenu dashboard={dashboard} />
              </>
            )}
          </>
        }
      >
        <DashboardView
          id={dashboard._id}
          period={{ value: period }}
          emptyAction={
            mayWrite && (
              <Button leftSection={<IconPlus size={16} />} onClick={onEdit}>
                {t('addWidget')}
              </Button>
            )
          }
        />
      </Page>
    </Box>
  );
}

function MoreMenu({ dashboard }: { readonly dashboard: Dashboard }) {
  const { t } = useTranslation('dashboards');
  const navigate = useNavigate();
  const [open, setOpen] = useState<'settings' | 'filters'>();
  const close = () => setOpen(undefined);
  const { _id, version } = dashboard;
  const { name } = useRegistry().translated(dashboard);
  const refresh = useRefresh(dashboardsPath);
  const remove = useMutation({
    mutationFn: () => records.remove(dashboardsPath, _id, { version }),
    onSuccess: async () => {
      await navigate({ to: '/dashboards' });
      await refresh();
      notifyUndo(t('deleted', { name }), () => records.restore(dashboardsPath, _id).then(refresh));
    },
    onError: (error) => notifyError(error),
  });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t('common:more')}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconSettings size={15} />} onClick={() => setOpen('settings')}>
            {t('settings')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFilter size={15} />} onClick={() => setOpen('filters')}>
            {t('filters.title')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => remove.mutate()}>
            {t('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'settings' && <SettingsModal dashboard={dashboard} onClose={close} />}
      {open === 'filters' && <FiltersDrawer dashboard={dashboard} onClose={close} />}
    </>
  );
}
