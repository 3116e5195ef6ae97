import { Anchor, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { FieldDisplay } from '~/fields/kinds.ts';
import { isEmpty } from '~/fields/values.ts';
import { amountCurrency } from '~/lib/company-currency.ts';
import { formatMoney } from '~/lib/money.ts';
import { useCan } from '~/metadata/access.ts';
import { useCreateRecord } from '~/metadata/create-record.ts';
import { type Field, type Model, recordPath } from '~/metadata/model.ts';
import { type Link, titleOf, useRegistry } from '~/metadata/registry.ts';
import type { Column } from '~/ui/table/column.ts';
import { DataTable } from '~/ui/table/data-table.tsx';
import { frameLook } from '~/ui/table/look.ts';
import { ListLink } from '../parts/list-link.tsx';
import classes from './documents.module.css';
import { documentPaths } from './documents-api.ts';

interface DocumentLinesProps {
  readonly model: Model;
  readonly record: RecordData;
  /** True while lines may be added. */
  readonly canChange: boolean;
}

const input = { sort: ['position', 'createdAt'], limit: 100 };

/** The reference of the lines to their document. */
const useLines = (model: Model): Link | undefined =>
  useRegistry()
    .incoming(model)
    .find(({ model: { parent, fields }, field }) => {
      const has = (key: string) => fields.some((one) => one.key === key);
      return parent?.field === field.key && has('quantity') && has('unitPrice');
    });

/** The lines of a quote, an order or an invoice, with its totals. */
export function DocumentLines(props: DocumentLinesProps) {
  const link = useLines(props.model);
  const can = useCan();
  return link && can.read(link.model) ? <Lines {...props} link={link} /> : null;
}

function Lines({ model, record, canChange, link }: DocumentLinesProps & { readonly link: Link }) {
  const { t } = useTranslation('documents');
  const heading = useId();
  const can = useCan();
  const create = useCreateRecord();
  const refresh = useRefresh(...documentPaths);
  const query = { ...input, filter: { [link.field.key]: record._id } };
  const { data } = useQuery({
    queryKey: keys.list(link.model.path, query),
    queryFn: ({ signal }) => records.list(link.model.path, query, signal),
  });
  if (!data) return <Skeleton h={120} />;
  const lines = data.data;
  const mayAdd = canChange && can.write(link.model);
  if (lines.length === 0 && !mayAdd) return null;
  const add = async () => {
    const made = await create(link.model, { [link.field.key]: record._id, position: lines.length });
    if (made) await refresh();
  };
  return (
    <section aria-labelledby={heading}>
      <Group justify="space-between" mb={6}>
        <Title order={2} size="h4" id={heading}>
          {t('lines.title')}
        </Title>
        {mayAdd && (
          <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={14} />} onClick={add}>
            {t('lines.add')}
          </Button>
        )}
      </Group>
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('lines.none')}
        </Text>
      ) : (
        <>
          <LineTable lines={lines} link={link} record={record} />
          {data.meta.hasMore && (
            <Anchor component={ListLink} link={link} id={record._id} size="sm">
              {t('lines.all')}
            </Anchor>
          )}
        </>
      )}
      <Totals model={model} record={record} />
    </section>
  );
}

interface LineTableProps {
  readonly lines: readonly RecordData[];
  readonly link: Link;
  readonly record: RecordData;
}

/** The amounts of a line, in the order of the printed document. Percentages are shown where a line has them. */
const figures = ['quantity', 'unitPrice', 'discountPercent', 'taxPercent', 'net'];

function LineTable({ lines, link, record }: LineTableProps) {
  const { t } = useTranslation('documents');
  const registry = useRegistry();
  const shown = figures.flatMap((key) => {
    const field = registry.field(link.model, key);
    const isShown = field && (!key.endsWith('Percent') || lines.some((line) => Number(line[key] ?? 0) !== 0));
    return isShown ? [field] : [];
  });
  const columns: Column[] = [
    {
      key: 'name',
      title: t('lines.name'),
      rowTitle: true,
      cell: (line) => (
        <Anchor component={RouterLink} to={recordPath(link.model, line._id)} inherit>
          {titleOf(link.model, line)}
        </Anchor>
      ),
    },
    ...shown.map(
      (field): Column => ({
        key: field.key,
        title: t(`lines.${field.key}`, { defaultValue: field.label }),
        align: 'right',
        // A phone shows the quantity and the amount.
        wide: field.key !== 'quantity' && field.key !== 'net',
        cell: (line) => <Figure field={field} value={line[field.key]} document={record} />,
      }),
    ),
  ];
  return (
    <DataTable label={t('lines.title')} columns={columns} rows={lines} rowKey={({ _id }) => _id} look={frameLook} />
  );
}

interface FigureProps {
  readonly field: Field;
  readonly value: unknown;
  /** The document, whose currency its lines have. */
  readonly document: RecordData;
}

/** A number of a line or of the document. All amounts have the same number of digits, so that they can be compared. */
function Figure({ field, value, document }: FigureProps) {
  const { language } = useTranslation().i18n;
  if (!field.money || typeof value !== 'number') return <FieldDisplay field={field} value={value} compact />;
  return (
    <span className="tabular">{formatMoney(value, amountCurrency(document.currency), language, { exact: true })}</span>
  );
}

/** The rows of the totals. Those that are empty are left out, apart from the last one. */
const sums = ['subtotal', 'discount', 'shipping', 'tax', 'total', 'amountPaid', 'amountDue'];

function Totals({ model, record }: Pick<DocumentLinesProps, 'model' | 'record'>) {
  const registry = useRegistry();
  const shown = sums.flatMap((key): Field[] => {
    const field = registry.field(model, key);
    const isNothing = isEmpty(record[key]) || (key !== 'total' && Number(record[key]) === 0);
    return field && !isNothing ? [field] : [];
  });
  if (shown.length === 0) return null;
  return (
    <dl className={classes.totals}>
      {shown.map((field) => (
        <div key={field.key} data-total={field.key === 'total' || undefined}>
          <dt>{field.label}</dt>
          <dd>
            <Figure field={field} value={record[field.key]} document={record} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
