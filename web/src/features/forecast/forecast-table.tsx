import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { Filter } from '~/api/records.ts';
import type { Column } from '~/ui/table/column.ts';
import { DataTable } from '~/ui/table/data-table.tsx';
import { frameLook } from '~/ui/table/look.ts';
import { Attainment, FigureValue, TargetValue } from './figures.tsx';
import classes from './forecast.module.css';
import { categories, type Figure, type ForecastRow, type GroupBy, type Scope } from './forecast.ts';
import { RowName } from './row-name.tsx';

interface ForecastTableProps {
  readonly rows: readonly ForecastRow[];
  /** The row of all deals, below the others. */
  readonly total: ForecastRow;
  readonly groupBy: GroupBy | undefined;
  readonly scope: Scope;
  readonly currency: string;
  /** The part of a filter that selects the deals of a row; undefined when there is none. */
  readonly ownersOf: (row: ForecastRow) => Filter | undefined;
}

const figures: readonly Figure[] = [...categories, 'weighted'];

const look = { ...frameLook, foot: classes.totals };

/** The figures of each owner or team and their totals; cards on a phone. */
export function ForecastTable(props: ForecastTableProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return isNarrow ? <Cards {...props} /> : <Rows {...props} />;
}

function Rows({ rows, total, groupBy, scope, currency, ownersOf }: ForecastTableProps) {
  const { t } = useTranslation('forecast');
  const figure = (key: Figure): Column<ForecastRow> => ({
    key,
    title: <span title={t(`help.${key}`)}>{t(`figure.${key}`)}</span>,
    align: 'right',
    cell: (row) => (
      <FigureValue
        figure={key}
        row={row}
        scope={scope}
        currency={currency}
        owners={row === total ? {} : ownersOf(row)}
      />
    ),
  });
  const columns: Column<ForecastRow>[] = [
    {
      key: 'name',
      title: t(groupBy ? `by.${groupBy}` : 'deals'),
      rowTitle: true,
      cell: (row) => <RowName row={row} groupBy={row === total ? undefined : groupBy} />,
    },
    {
      key: 'target',
      title: t('figure.target'),
      align: 'right',
      cell: (row) => <TargetValue row={row} currency={currency} />,
    },
    ...figures.map(figure),
    { key: 'attainment', title: t('figure.attainment'), align: 'right', cell: (row) => <Attainment row={row} /> },
    figure('deals'),
  ];
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={groupBy ? rows : [total]}
      rowKey={(row) => (row === total ? 'total' : ((groupBy && row[groupBy]) ?? 'none'))}
      foot={groupBy ? [total] : []}
      minWidth={860}
      look={look}
    />
  );
}

function Cards({ rows, total, groupBy, scope, currency, ownersOf }: ForecastTableProps) {
  const { t } = useTranslation('forecast');
  return (
    <ul className={classes.cards} aria-label={t('title')}>
      {[...(groupBy ? rows : []), total].map((row) => (
        <li
          key={row === total ? 'total' : ((groupBy && row[groupBy]) ?? 'none')}
          className={classes.card}
          data-total={row === total || undefined}
        >
          <strong>
            <RowName row={row} groupBy={row === total ? undefined : groupBy} />
          </strong>
          <dl className={classes.figures}>
            <div>
              <dt>{t('figure.target')}</dt>
              <dd>
                <TargetValue row={row} currency={currency} />
              </dd>
            </div>
            <div>
              <dt>{t('figure.attainment')}</dt>
              <dd>
                <Attainment row={row} />
              </dd>
            </div>
            {[...figures, 'deals' as const].map((key) => (
              <div key={key}>
                <dt>{t(`figure.${key}`)}</dt>
                <dd className="tabular">
                  <FigureValue
                    figure={key}
                    row={row}
                    scope={scope}
                    currency={currency}
                    owners={row === total ? {} : ownersOf(row)}
                  />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
