import type { Field } from '~/metadata/model.ts';
import classes from './table.module.css';

const rows = Array.from({ length: 14 }, (_, n) => n);

/** A placeholder with the lines of a table, so that nothing moves when the records arrive. */
export function TableSkeleton({ columns }: { readonly columns: readonly Field[] }) {
  const template = `40px 260px repeat(${Math.max(1, columns.length - 1)}, 150px) minmax(0, 1fr)`;
  return (
    <div className={classes.frame} aria-busy="true">
      <div className={classes.loading}>
        {rows.map((row) => (
          <div key={row} className={classes.loadingRow} style={{ gridTemplateColumns: template }}>
            <span />
            {columns.map(({ key }) => (
              <span key={key} className={classes.skeleton} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
