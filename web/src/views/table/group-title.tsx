import { useTranslation } from 'react-i18next';
import { FieldDisplay } from '~/fields/kinds.ts';
import type { Grouping } from './groups.ts';
import classes from './table.module.css';
import type { GroupSection } from './use-groups.ts';

interface GroupTitleProps {
  readonly grouping: Grouping;
  readonly section: GroupSection;
}

/** The value of a group and the number of its records. */
export function GroupTitle({ grouping: { field, period }, section }: GroupTitleProps) {
  const { t, i18n } = useTranslation('records');
  const { value, name, count, included } = section;
  return (
    <span className={classes.groupTitle}>
      {name === undefined ? (
        t('group.none', { field: field.label })
      ) : period ? (
        name
      ) : (
        <FieldDisplay field={field} value={value} included={included} compact />
      )}
      <span className={classes.count}>{count.toLocaleString(i18n.language)}</span>
    </span>
  );
}
