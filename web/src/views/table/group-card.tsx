import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { Field } from '~/metadata/model.ts';
import classes from './cards.module.css';
import { GroupTitle } from './group-title.tsx';
import type { Grouping } from './groups.ts';
import { TotalText } from './total-text.tsx';
import type { GroupSection } from './use-groups.ts';

interface GroupCardProps {
  readonly grouping: Grouping;
  readonly section: GroupSection;
  /** The columns of the table. The card shows the total of the first column that has one. */
  readonly fields: readonly Field[];
  readonly onToggle: () => void;
}

/** The heading above the cards of a group. */
export function GroupCard({ grouping, section, fields, onToggle }: GroupCardProps) {
  const Chevron = section.collapsed ? IconChevronRight : IconChevronDown;
  const summed = fields.find(({ key }) => section.totals.has(key));
  const total = summed && section.totals.get(summed.key);
  return (
    <button type="button" className={classes.group} aria-expanded={!section.collapsed} onClick={onToggle}>
      <Chevron size={16} aria-hidden />
      <GroupTitle grouping={grouping} section={section} />
      {summed && total && (
        <span className={classes.total}>
          <TotalText field={summed} total={total} />
        </span>
      )}
    </button>
  );
}
