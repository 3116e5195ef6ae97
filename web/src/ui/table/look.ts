import classes from './table.module.css';

/** The classes of the parts of a table. `right`, `pinned`, `edge` and `wide` are those of cells and of titles. */
export interface Look {
  readonly scroll?: string | undefined;
  readonly table?: string | undefined;
  readonly head?: string | undefined;
  readonly headRow?: string | undefined;
  readonly headCell?: string | undefined;
  readonly body?: string | undefined;
  readonly row?: string | undefined;
  readonly cell?: string | undefined;
  readonly foot?: string | undefined;
  readonly right?: string | undefined;
  readonly pinned?: string | undefined;
  readonly edge?: string | undefined;
  readonly wide?: string | undefined;
}

/** A table with lines above and below. */
export const linesLook: Look = { ...classes, table: `${classes.table} ${classes.lines}` };

/** A table in a frame. */
export const frameLook: Look = {
  ...classes,
  scroll: `${classes.scroll} ${classes.frame}`,
  table: `${classes.table} ${classes.framed}`,
};

/** A table in a card that scrolls. Its titles stay. */
export const cardLook: Look = { ...classes, scroll: classes.card, table: `${classes.table} ${classes.compact}` };
