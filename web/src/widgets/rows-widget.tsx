import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '~/fields/number/format.ts';
import { useReferencedAll } from '~/fields/reference/lookup.ts';
import { type Model, recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import type { Column as TableColumn } from '~/ui/table/column.ts';
import { DataTable } from '~/ui/table/data-table.tsx';
import { cardLook } from '~/ui/table/look.ts';
import { useFormat } from './format.ts';
import type { WidgetData } from './widget.ts';
import styles from './widgets.module.css';

type Row = Readonly<Record<string, unknown>>;
type Column = NonNullable<WidgetData['columns']>[number];

const noIds: readonly string[] = [];

/** Returns the record of a row with its currency, which the answer contains only as a column. */
function useMoneyRecords(model: Model | undefined, { columns = [], rows = [] }: WidgetData): (row: Row) => Row {
  const hasAmounts = columns.some(({ key }) => model?.fields.some((field) => field.key === key && field.currencyFrom));
  const isKnown = columns.some(({ key }) => key === 'currency');
  const ids = hasAmounts && !isKnown ? rows.map(({ _id }) => String(_id)) : noIds;
  const found = useReferencedAll(model, ids, undefined);
  const byId = new Map(found.flatMap((record) => (record ? [[record._id, record] as const] : [])));
  return (row) => byId.get(String(row._id)) ?? row;
}

/** Returns a function that formats a value of a record in one line. */
function useCell(data: WidgetData) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const registry = useRegistry();
  const model = registry.at(data.moduleKey ?? '', data.slug ?? '');
  const recordOf = useMoneyRecords(model, data);
  return (row: Row, { key, type }: Column): string => {
    const value = row[key];
    if (value === null || value === undefined || value === '') return '';
    if (Array.isArray(value)) return value.map((item) => data.titles?.[String(item)] ?? String(item)).join(', ');
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    const field = model && registry.field(model, key);
    if (typeof value === 'number')
      return field?.money ? formatNumber(value, field, i18n.language, recordOf(row)) : format.value(value);
    if (type === 'reference') return data.titles?.[String(value)] ?? '';
    if (type === 'date' || type === 'datetime') return format.moment(String(value));
    if (typeof value === 'object') return JSON.stringify(value);
    const option = field?.options?.find((one) => one.value === value);
    return option?.label ?? String(value);
  };
}

/** The records of a widget as a table, or as a list titled by the first column. */
export function RowsWidget({ data }: { readonly data: WidgetData }) {
  const cell = useCell(data);
  const { columns = [], rows = [], moduleKey = '', slug = '' } = data;
  const [first] = columns;
  if (!first) return null;
  const linkTo = (row: Row) => recordPath({ moduleKey, slug }, String(row._id));
  if (data.type === 'list')
    return (
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={String(row._id)}>
            <Link to={linkTo(row)} className={styles.row}>
              <Text size="sm" fw={500} truncate component="span">
                {listTitle(columns, row, cell)}
              </Text>
              <Text size="xs" c="dimmed" truncate component="span">
                {listDetails(columns, row, cell)}
              </Text>
            </Link>
          </li>
        ))}
      </ul>
    );
  const tableColumns = columns.map(
    (column): TableColumn<Row> => ({
      key: column.key,
      title: column.label,
      align: column.type === 'number' || column.type === 'integer' ? 'right' : undefined,
      cell: (row) =>
        column === first ? (
          <Link to={linkTo(row)} className={styles.link}>
            {cell(row, first) || String(row._id)}
          </Link>
        ) : (
          cell(row, column)
        ),
    }),
  );
  return <DataTable columns={tableColumns} rows={rows} rowKey={({ _id }) => String(_id)} look={cardLook} />;
}

type Cell = ReturnType<typeof useCell>;

/** A number or code alone says little, so the title includes the next column. */
const titleCount = (columns: readonly Column[]): number => (/number$/i.test(columns[0]?.key ?? '') ? 2 : 1);

const listTitle = (columns: readonly Column[], row: Row, cell: Cell): string =>
  columns
    .slice(0, titleCount(columns))
    .map((column) => cell(row, column))
    .filter((text) => text !== '')
    .join('  ') || String(row._id);

const listDetails = (columns: readonly Column[], row: Row, cell: Cell): string =>
  columns
    .slice(titleCount(columns))
    .map((column) => cell(row, column))
    .filter((text) => text !== '')
    .join(' · ');
