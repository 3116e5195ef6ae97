import { Badge, Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { useCreateRecord } from '~/metadata/create-record.ts';
import { type Model, modelName, recordPath } from '~/metadata/model.ts';
import { useReportPageContext } from '~/metadata/page-context.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { FilterChips } from '~/views/filter/filter-chips.tsx';
import { TableView } from '~/views/table/table-view.tsx';
import { FilterDrawer } from './filter-drawer.tsx';
import type { ListState } from './search.ts';
import classes from './toolbar.module.css';
import { Toolbar } from './toolbar.tsx';

const BoardView = lazy(() => import('~/views/board/board-view.tsx').then((module) => ({ default: module.BoardView })));
const CalendarView = lazy(() =>
  import('~/views/calendar/calendar-view.tsx').then((module) => ({ default: module.CalendarView })),
);

interface ListPageProps {
  readonly model: Model;
  readonly title: string;
  readonly description?: string | undefined;
  readonly state: ListState;
  readonly onState: (change: Partial<ListState>) => void;
  /** Content next to the title: saved views, or the actions of a screen. */
  readonly actions?: ReactNode;
  readonly canCreate?: boolean;
  readonly canExport?: boolean;
}

/** A list of records with its toolbar, as a table, board or calendar. */
export function ListPage(props: ListPageProps) {
  const { model, title, description, state, onState, actions, canCreate = true, canExport = true } = props;
  const { t, i18n } = useTranslation('records');
  const navigate = useNavigate();
  const create = useCreateRecord();
  const canWrite = useCan().write(model) && canCreate;
  const [filtering, setFiltering] = useState(false);
  const [filterField, setFilterField] = useState<string>();
  const isTable = state.view === undefined || state.view === 'table';
  const count = useCount(model, state);
  const onOpen = useCallback(({ _id }: RecordData) => void navigate({ to: recordPath(model, _id) }), [navigate, model]);
  const onCreate = useCallback(
    async (initial: Readonly<Record<string, unknown>>) => {
      const record = await create(model, initial);
      // A board or calendar shows the new record in its place, so only a table opens it.
      if (record && isTable) onOpen(record);
    },
    [create, model, onOpen, isTable],
  );
  const openFilter = useCallback((field?: string) => {
    setFilterField(field);
    setFiltering(true);
  }, []);
  useReportPageContext({
    model: modelName(model),
    label: title,
    ...(state.filter && Object.keys(state.filter).length > 0 && { filter: state.filter }),
  });
  const view = { model, state, onState, onOpen, onCreate: (initial: object) => void onCreate({ ...initial }) };
  return (
    <Page
      fill
      tab={title}
      title={
        <Group gap={8} component="span" wrap="nowrap">
          {title}
          {count !== undefined && (
            <Badge variant="light" color="gray" size="md" component="span" aria-label={t('count', { count })}>
              <Text span inherit className="tabular">
                {count.toLocaleString(i18n.language)}
              </Text>
            </Badge>
          )}
        </Group>
      }
      description={description}
      actions={
        <>
          {actions}
          {canWrite && (
            <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => void onCreate({})}>
              {t('newShort')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.content}>
        <Toolbar
          model={model}
          title={title}
          state={state}
          onState={onState}
          onFilter={() => openFilter()}
          canExport={canExport}
        />
        <FilterChips
          model={model}
          filter={state.filter}
          onChange={(filter) => onState({ filter })}
          onEdit={() => openFilter()}
        />
        <div className={classes.view}>
          <Suspense fallback={<PageLoading />}>
            {state.view === 'board' ? (
              <BoardView {...view} />
            ) : state.view === 'calendar' ? (
              <CalendarView {...view} />
            ) : (
              <TableView {...view} onFilterField={openFilter} />
            )}
          </Suspense>
        </div>
      </div>
      <FilterDrawer
        opened={filtering}
        onClose={() => setFiltering(false)}
        model={model}
        filter={state.filter}
        onChange={(filter) => onState({ filter })}
        onAsked={onState}
        startField={filterField}
      />
    </Page>
  );
}

function useCount(model: Model, { filter, q }: ListState): number | undefined {
  const input = { filter, q };
  const { data } = useQuery({
    queryKey: keys.aggregate(model.path, input),
    queryFn: ({ signal }) => records.aggregate(model.path, input, signal),
    placeholderData: keepPreviousData,
  });
  return data?.data[0]?.count;
}
