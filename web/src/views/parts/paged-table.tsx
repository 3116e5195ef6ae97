import { Anchor, Group, Pagination, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type Filter, type ListInput, type Page, type RecordData, records } from '~/api/records.ts';
import { EmptyState, type EmptyStateProps } from '~/ui/empty-state.tsx';
import type { Column } from '~/ui/table/column.ts';
import { linesLook } from '~/ui/table/look.ts';
import { ChoiceFilter, type ChoiceFilterProps } from './choice-filter.tsx';
import { useFormat } from './format.ts';
import { ListTable } from './list-table.tsx';
import { SearchBox } from './search-box.tsx';
import { useUrlState } from './url-state.ts';

interface PagedTableProps extends Pick<ListInput, 'sort' | 'fields' | 'include'> {
  readonly label: string;
  readonly path: string;
  /** Limits the list. A choice of the person replaces the condition on the same field. */
  readonly filter?: Filter;
  readonly columns: readonly Column[];
  /** The name of the search. Without it, there is none. */
  readonly search?: string;
  /** Fields by which the person can limit the list. */
  readonly choices?: readonly Pick<ChoiceFilterProps, 'model' | 'field' | 'without'>[];
  /** Shown beside the search. */
  readonly controls?: ReactNode;
  /** True when a control limits the list. */
  readonly isLimited?: boolean;
  /** The page of a record, linked from the first column. */
  readonly linkTo?: (record: RecordData) => string;
  readonly actions?: ((record: RecordData) => ReactNode) | false;
  /** Shown when there are no records, unless the person has limited the list. */
  readonly empty: EmptyStateProps;
}

const limit = 25;
const noChoices: NonNullable<PagedTableProps['choices']> = [];

/** The records of a model page by page. The URL keeps the page, the search and the choices. */
export function PagedTable(props: PagedTableProps) {
  const { label, path, columns, search, choices = noChoices, controls, linkTo, actions, empty } = props;
  const { t } = useTranslation();
  const [state, setState] = useUrlState<Readonly<Record<string, string | number>>>();
  const text = (key: string) => (state[key] === undefined ? undefined : String(state[key]));
  const page = Number(state.page ?? 1);
  const q = search === undefined ? undefined : text('q');
  const chosen = Object.fromEntries(
    choices.map(({ field }) => [field, text(field)]).filter(([, value]) => value !== undefined),
  );
  const { sort, fields, include } = props;
  const query = { q, sort, fields, include, filter: { ...props.filter, ...chosen }, page, limit };
  const { data, error, refetch, isPending, isFetching } = useQuery({
    queryKey: keys.list(path, query),
    queryFn: ({ signal }) => records.list(path, query, signal),
    placeholderData: keepPreviousData,
  });
  const list = { rows: data?.data ?? [], included: data?.included, isPending, isFetching, error, retry: refetch };
  const isLimited = props.isLimited || q !== undefined || Object.keys(chosen).length > 0;
  const change = (key: string) => (value: string | undefined) => setState({ [key]: value, page: undefined });
  return (
    <Stack gap="sm">
      {(search !== undefined || choices.length > 0 || controls) && (
        <Group gap="xs">
          {search !== undefined && <SearchBox value={q} onChange={change('q')} label={search} />}
          {choices.map((choice) => (
            <ChoiceFilter key={choice.field} {...choice} value={chosen[choice.field]} onChange={change(choice.field)} />
          ))}
          {controls}
        </Group>
      )}
      <ListTable
        label={label}
        columns={withLinks(columns, linkTo, actions && { title: t('actions'), cell: actions })}
        rowKey={({ _id }) => _id}
        empty={
          isLimited ? (
            <EmptyState icon={empty.icon} title={t('nothingFound')} text={t('table.changeFilter')} />
          ) : (
            <EmptyState {...empty} />
          )
        }
        pages={list}
        look={linesLook}
      />
      {data && data.data.length > 0 && (
        <Pages meta={data.meta} page={page} onPage={(next) => setState({ page: next })} />
      )}
    </Stack>
  );
}

interface PagesProps {
  readonly meta: Page['meta'];
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** The number of records, and buttons for the other pages. */
function Pages({ meta: { total, totalExact }, page, onPage }: PagesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const pages = Math.ceil((total ?? 0) / limit);
  return (
    <Group justify="space-between" gap="sm">
      <Text size="xs" c="dimmed" className="tabular">
        {t(totalExact === false ? 'table.totalAtLeast' : 'table.total', {
          count: total ?? 0,
          number: format.number(total),
        })}
      </Text>
      {pages > 1 && (
        <Pagination
          size="sm"
          total={pages}
          value={page}
          onChange={onPage}
          getControlProps={(control) => ({ 'aria-label': t(`table.${control}`) })}
        />
      )}
    </Group>
  );
}

/** The columns, the first of which links to the record, and a column of buttons. */
function withLinks(
  columns: readonly Column[],
  linkTo: PagedTableProps['linkTo'],
  buttons: Pick<Column, 'title' | 'cell'> | undefined | false,
): readonly Column[] {
  const linked = columns.map((column, n) => (n === 0 && linkTo ? withLink(column, linkTo) : column));
  if (!buttons) return linked;
  return [...linked, { key: 'actions', titleHidden: true, width: 44, align: 'right', ...buttons }];
}

const withLink = (column: Column, linkTo: (record: RecordData) => string): Column => ({
  ...column,
  cell: (record, included) => (
    <Anchor component={Link} to={linkTo(record)} size="sm" fw={500} c="inherit">
      {column.cell(record, included)}
    </Anchor>
  ),
});
