import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldDisplay } from '~/fields/kinds.ts';
import { recordPath } from '~/metadata/model.ts';
import { titleOf } from '~/metadata/registry.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { useScrollPlace } from '../scroll-place.ts';
import type { ViewProps } from '../view.ts';
import classes from './cards.module.css';
import { cardFields } from './columns.ts';
import { GroupCard } from './group-card.tsx';
import { useLiveMarks } from './use-live-marks.ts';
import { useRows } from './use-rows.ts';
import type { RowSelection } from './use-selection.ts';
import type { Table } from './use-table.ts';

const cardHeight = 84;
const groupHeight = 40;
/** Phones cannot lay out more cards, and nobody scrolls that far. */
const maxCards = 50_000;

interface CardListProps extends ViewProps {
  readonly table: Table;
  readonly selection: RowSelection;
}

/** The rows of a table as cards, for narrow screens. */
export function CardList({ model, table, selection }: CardListProps) {
  const { t } = useTranslation('records');
  const scroll = useRef<HTMLDivElement>(null);
  const { layout, groupSections, grouping, source } = table;
  const marks = useLiveMarks(model);
  const virtualizer = useVirtualizer({
    count: Math.min(layout.total, maxCards),
    getScrollElement: () => scroll.current,
    estimateSize: (line) => (layout.at(line)?.kind === 'header' ? groupHeight : cardHeight),
    overscan: 6,
  });
  const items = virtualizer.getVirtualItems();
  const { rowAt, error, retry } = useRows(table, items[0]?.index ?? 0, items.at(-1)?.index ?? -1);
  useScrollPlace(scroll, 'cards', true);
  const shownSource = useRef(source);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query starts at the top.
  useEffect(() => {
    if (shownSource.current !== source) scroll.current?.scrollTo({ top: 0 });
    shownSource.current = source;
    virtualizer.measure();
  }, [source, layout]);
  const others = cardFields(model, table.fields);
  return (
    <div ref={scroll} className={classes.scroll} aria-busy={table.isStale}>
      {error && <ErrorState error={error} onRetry={() => void retry?.()} />}
      <ul className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index: line, start, size }) => {
          const place = layout.at(line);
          const style = { height: size, transform: `translateY(${start}px)` };
          const section = place?.kind === 'header' ? groupSections?.[place.section] : undefined;
          if (section && grouping)
            return (
              <li key={section.key} className={classes.item} style={style}>
                <GroupCard
                  grouping={grouping}
                  section={section}
                  fields={table.fields}
                  onToggle={() => table.toggleGroup(section.key)}
                />
              </li>
            );
          const { record, included } = rowAt(line);
          if (!record)
            return (
              <li key={line} className={classes.item} style={style} aria-busy>
                <div className={classes.skeleton} />
              </li>
            );
          const title = titleOf(model, record);
          return (
            <li
              key={record._id}
              className={classes.item}
              style={style}
              data-marked={marks.has(record._id) || undefined}
              data-selected={selection.ids.has(record._id) || undefined}
            >
              <label className={classes.select}>
                <input
                  type="checkbox"
                  checked={selection.ids.has(record._id)}
                  onChange={() => selection.toggle(record._id, line)}
                  aria-label={t('select.named', { name: title })}
                />
              </label>
              <Link to={recordPath(model, record._id)} className={classes.card} preload={false}>
                <span className={classes.title}>{title}</span>
                <span className={classes.fields}>
                  {others
                    .filter(({ key }) => record[key] !== null && record[key] !== undefined)
                    .map((field) => (
                      <span key={field.key} className={classes.field} title={field.label}>
                        <FieldDisplay
                          field={field}
                          value={record[field.key]}
                          record={record}
                          included={included}
                          compact
                        />
                      </span>
                    ))}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      {layout.total > maxCards && <p className={classes.limit}>{t('cards.limit')}</p>}
    </div>
  );
}
