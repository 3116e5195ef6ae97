import { Text, Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { recordPath } from '~/metadata/model.ts';
import { recentViewsQuery } from '~/metadata/recent-views.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import classes from './home-page.module.css';

export function RecentRecords() {
  const { t } = useTranslation('home');
  const registry = useRegistry();
  const can = useCan();
  const { data, isPending } = useQuery({ ...recentViewsQuery, enabled: can.scope('ui:read') });
  if (isPending && can.scope('ui:read')) return null;
  const views = (data ?? []).flatMap((view) => {
    const model = registry.find(view.modelKey);
    return model ? [{ view, model }] : [];
  });
  return (
    <section>
      <Title order={2} mb="xs">
        {t('recent')}
      </Title>
      {views.length === 0 ? (
        <EmptyState icon={IconHistory} title={t('noRecent')} text={t('noRecentText')} />
      ) : (
        <div className={classes.cards}>
          {views.map(({ view, model }) => (
            <Link key={view._id} to={recordPath(model, view.recordId)} className={classes.card}>
              <div className={classes.text}>
                <Text size="sm" fw={500} truncate>
                  {view.recordTitle ?? model.label}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {model.label}
                </Text>
              </div>
            </Link>
          ))}
        </div>
      )}
    </section>
  );
}
