import { Box } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateRecord } from '~/metadata/create-record.ts';
import { type Model, recordPath } from '~/metadata/model.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import type { ViewState } from '~/views/view.ts';
import { type ScreenValues, viewStateOf } from './screen-values.ts';
import classes from './screens.module.css';

const views = {
  list: lazy(async () => ({ default: (await import('~/views/table/table-view.tsx')).TableView })),
  kanban: lazy(async () => ({ default: (await import('~/views/board/board-view.tsx')).BoardView })),
  calendar: lazy(async () => ({ default: (await import('~/views/calendar/calendar-view.tsx')).CalendarView })),
};

interface PreviewProps {
  readonly model: Model | undefined;
  readonly values: ScreenValues;
  readonly onChange: (change: Partial<ScreenValues>) => void;
}

/** A preview of the screen with real records. Moving or sorting a column here changes the screen too. */
export function Preview({ model, values, onChange }: PreviewProps) {
  const { t } = useTranslation('screens');
  const navigate = useNavigate();
  const create = useCreateRecord();
  const { layout } = values;
  const isView = layout === 'list' || layout === 'kanban' || layout === 'calendar';
  const change = (next: Partial<ViewState>) =>
    onChange({
      ...('columns' in next && { columns: next.columns ?? [] }),
      ...('sort' in next && { sort: next.sort ?? [] }),
      ...('filter' in next && {
        defaultFilter: next.filter && Object.keys(next.filter).length > 0 ? next.filter : null,
      }),
      ...('groupBy' in next && { groupByField: next.groupBy || null }),
      ...('dateField' in next && { dateField: next.dateField ?? null }),
    });
  const View = isView ? views[layout] : undefined;
  return (
    <Box component="section" className={classes.preview} aria-label={t('preview.title')}>
      {View && model ? (
        <Suspense fallback={<PageLoading />}>
          <View
            key={`${model.path} ${layout}`}
            model={model}
            state={viewStateOf(values)}
            onState={change}
            onOpen={({ _id }) => void navigate({ to: recordPath(model, _id) })}
            onCreate={(initial) => void create(model, initial)}
          />
        </Suspense>
      ) : (
        <EmptyState
          icon={IconEye}
          title={t('preview.title')}
          text={t(isView ? 'preview.chooseModel' : `preview.${layout}`)}
        />
      )}
    </Box>
  );
}
