import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { GridRow } from './grid-row.tsx';
import { GroupRow } from './group-row.tsx';
import type { useCellEditing } from './use-cell-editing.ts';
import type { Column } from './use-column-prefs.ts';
import type { ActiveCell } from './use-grid-keys.ts';
import type { useLines } from './use-lines.ts';
import { useLiveMarks } from './use-live-marks.ts';
import type { useRows } from './use-rows.ts';
import type { RowSelection } from './use-selection.ts';
import type { Table } from './use-table.ts';

interface GridLinesProps {
  readonly grid: string;
  readonly model: Model;
  readonly table: Table;
  readonly columns: readonly Column[];
  /** The column that links to the record. */
  readonly linkKey: string | undefined;
  readonly lines: ReturnType<typeof useLines>;
  readonly rowAt: ReturnType<typeof useRows>['rowAt'];
  readonly selection: RowSelection;
  readonly active: ActiveCell;
  readonly cells: ReturnType<typeof useCellEditing>;
}

/** The visible lines of a table: records and headings of groups. */
export function GridLines(props: GridLinesProps) {
  const { grid, model, table, columns, linkKey, lines, rowAt, selection, active, cells } = props;
  const { layout, groupSections, grouping } = table;
  const { editing, cellEditing } = cells;
  const can = useCan();
  const basePath = useRouter().basepath;
  const selectLabel = useTranslation('records').t('select.row');
  const marks = useLiveMarks(model);
  return lines.lines.map((line) => {
    const place = layout.at(line);
    const section = place?.kind === 'header' ? groupSections?.[place.section] : undefined;
    const common = { grid, columns, line, top: lines.topOf(line) };
    if (section && grouping)
      return (
        <GroupRow {...common} key={section.key} grouping={grouping} section={section} active={active.line === line} />
      );
    const { record, included } = rowAt(line);
    const editedColumn = record && record._id === editing?.id ? editing.column : undefined;
    return (
      <GridRow
        {...common}
        // An edited row has its record as key, so that typed text stays with the record when lines move.
        key={editedColumn === undefined ? lines.slotOf(line) : record?._id}
        model={model}
        linkKey={linkKey}
        basePath={basePath}
        selectLabel={selectLabel}
        record={record}
        included={included}
        selected={record !== undefined && selection.ids.has(record._id)}
        marked={record !== undefined && marks.has(record._id)}
        canWrite={record !== undefined && can.writeRecord(model, record)}
        activeColumn={editedColumn ?? (active.line === line ? active.column : undefined)}
        editing={editedColumn !== undefined}
        cellEditing={cellEditing}
      />
    );
  });
}
