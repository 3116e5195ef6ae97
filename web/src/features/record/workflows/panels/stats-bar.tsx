import { useTranslation } from 'react-i18next';
import { StatTile } from '~/views/parts/stat-tile.tsx';
import { useWorkflowStats } from '../workflows-api.ts';
import classes from './panels.module.css';

const shown = ['enrolled', 'active', 'completed', 'exited', 'failed'] as const;

/** How many records were enrolled, are in the workflow, and left it. Nothing is shown before the first one. */
export function StatsBar({ id }: { readonly id: string }) {
  const { t } = useTranslation('workflows');
  const { data } = useWorkflowStats(id);
  if (!data || data.enrolled === 0) return null;
  return (
    <section className={classes.stats} aria-label={t('stats.title')}>
      {shown
        .filter((name) => name !== 'failed' || data.failed > 0)
        .map((name) => (
          <StatTile key={name} label={t(`stats.${name}`)} value={data[name]} />
        ))}
    </section>
  );
}
