import { ActionIcon, Group, Menu, SegmentedControl, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconCalendar, IconDownload, IconFilter, IconLayoutKanban, IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';
import { ExportItems } from '~/views/export/export-items.tsx';
import { countConditions, toTree } from '~/views/filter/tree.ts';
import { columnFields } from '~/views/table/columns.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { GroupMenu } from './group-menu.tsx';
import { QuickSearch } from './quick-search.tsx';
import type { Layout, ListState } from './search.ts';
import { SortMenu } from './sort-menu.tsx';
import { ToolButton } from './tool-button.tsx';
import classes from './toolbar.module.css';

interface ToolbarProps {
  readonly model: Model;
  readonly title: string;
  readonly state: ListState;
  readonly onState: (change: Partial<ListState>) => void;
  readonly onFilter: () => void;
  readonly canExport: boolean;
}

const icons = { table: IconTable, board: IconLayoutKanban, calendar: IconCalendar };

/** The layouts that the fields of the model support. */
function layoutsOf({ fields }: Model): Layout[] {
  const hasColumns = fields.some(({ type, readOnly }) => type === 'choice' || (type === 'reference' && !readOnly));
  const hasDates = fields.some(({ type }) => type === 'date' || type === 'datetime');
  return ['table', ...(hasColumns ? (['board'] as const) : []), ...(hasDates ? (['calendar'] as const) : [])];
}

export function Toolbar({ model, title, state, onState, onFilter, canExport }: ToolbarProps) {
  const { t } = useTranslation('records');
  const { view = 'table', filter, q, sort } = state;
  const conditions = countConditions(toTree(filter));
  const columns = columnFields(model, state.columns);
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('toolbar')}>
      <SegmentedControl
        className={classes.switch}
        size="xs"
        aria-label={t('view.label')}
        value={view}
        onChange={(next) => onState({ view: next as Layout })}
        data={layoutsOf(model).map((layout) => {
          const Icon = icons[layout];
          return {
            value: layout,
            label: (
              <Tooltip label={t(`view.${layout}`)}>
                <span className={classes.layout}>
                  <Icon size={16} aria-hidden />
                  <VisuallyHidden>{t(`view.${layout}`)}</VisuallyHidden>
                </span>
              </Tooltip>
            ),
          };
        })}
      />
      <QuickSearch value={q ?? ''} onChange={(next) => onState({ q: next })} label={t('search', { models: title })} />
      <Group gap={4} wrap="nowrap">
        <ToolButton icon={IconFilter} label={t('filter.title')} count={conditions} onClick={onFilter} />
        {view !== 'calendar' && (
          <SortMenu model={model} sort={sort ?? []} onChange={(next) => onState({ sort: next })} />
        )}
        {view !== 'calendar' && (
          <GroupMenu
            model={model}
            layout={view}
            groupBy={state.groupBy ?? ''}
            onChange={(groupBy) => onState({ groupBy })}
          />
        )}
        {view !== 'calendar' && (
          <ColumnsMenu model={model} chosen={state.columns} onChange={(next) => onState({ columns: next })} />
        )}
        {canExport && (
          <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={30}
                aria-label={t('export.label')}
                title={t('export.label')}
              >
                <IconDownload size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <ExportItems list={{ model, columns, filter, q, sort, title }} />
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </div>
  );
}
