import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { recordPath } from '~/metadata/model.ts';
import { recentViewsQuery } from '~/metadata/recent-views.ts';
import { useRegistry } from '~/metadata/registry.ts';
import classes from './shell.module.css';
import { SidebarSection, useStoredOpen } from './sidebar-section.tsx';

const maxShown = 5;

/** The records that the person opened most recently. */
export function Recents() {
  const { t } = useTranslation('shell');
  const registry = useRegistry();
  const { data = [] } = useQuery(recentViewsQuery);
  const shown = data
    .flatMap((view) => {
      const model = registry.find(view.modelKey);
      return model ? [{ view, model }] : [];
    })
    .slice(0, maxShown);
  const section = useStoredOpen('recents');
  if (shown.length === 0) return null;
  return (
    <SidebarSection {...section} label={t('palette.recent')}>
      {shown.map(({ view, model }) => (
        <Link key={view._id} to={recordPath(model, view.recordId)} className={classes.link} title={model.label}>
          <IconHistory size={16} stroke={1.6} aria-hidden className={classes.icon} />
          <span className={classes.name}>{view.recordTitle ?? model.label}</span>
        </Link>
      ))}
    </SidebarSection>
  );
}
