import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { kindOf } from '~/fields/kinds.ts';
import { activeId } from './grid-row.tsx';
import { GroupTitle } from './group-title.tsx';
import type { Grouping } from './groups.ts';
import classes from './table.module.css';
import { TotalText } from './total-text.tsx';
import type { Column } from './use-column-prefs.ts';
import type { GroupSection } from './use-groups.ts';

interface GroupRowProps {
  readonly grid: string;
  readonly columns: readonly Column[];
  readonly grouping: Grouping;
  readonly section: GroupSection;
  readonly line: number;
  readonly top: number;
  readonly active: boolean;
}

/** The heading row of a group: its value, count and totals. */
export const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const { grid, columns, section, line, top, active } = props;
  const Chevron = section.collapsed ? IconChevronRight : IconChevronDown;
  const [first, ...others] = columns;
  return (
    <tr
      aria-rowindex={line + 2}
      aria-expanded={!section.collapsed}
      data-line={line}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <td className={`${classes.cell} ${classes.pinned} ${classes.center} ${classes.group}`} style={{ left: 0 }}>
        <Chevron size={16} aria-hidden />
      </td>
      <td
        id={active ? activeId(grid) : undefined}
        data-active={active || undefined}
        className={`${classes.cell} ${first?.left === undefined ? '' : classes.pinned} ${classes.group}`}
        style={{ left: first?.left }}
      >
        <GroupTitle grouping={props.grouping} section={section} />
      </td>
      {others.map(({ field, left, last }) => {
        const total = section.totals.get(field.key);
        const place = [left !== undefined && classes.pinned, last && classes.edge];
        const align = kindOf(field).align === 'right' && classes.right;
        return (
          <td
            key={field.key}
            className={[classes.cell, classes.groupCell, align, ...place].filter(Boolean).join(' ')}
            style={{ left }}
          >
            {total && <TotalText field={field} total={total} />}
          </td>
        );
      })}
      <td aria-hidden className={`${classes.cell} ${classes.groupCell}`} />
    </tr>
  );
});
