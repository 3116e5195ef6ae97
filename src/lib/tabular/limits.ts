/** The maximum of columns in a table. */
export const maxColumns = 500;
/** The maximum of characters in one cell. */
export const maxCellLength = 100_000;
/** The maximum of characters in all cells of a row. */
export const maxRowLength = 5_000_000;
/** The maximum of characters in the title of a column. */
export const maxTitleLength = 1000;
/** Text that is parsed before other requests are answered: a millisecond of work, and 15 ms for rows of one character. */
export const charactersPerTurn = 32_768;
/** A batch of rows ends at this many rows, even when they are short. */
export const maxRowsInBatch = 1000;

/** A limit as people read it: 100,000. */
export const readable = (limit: number): string => limit.toLocaleString('en');
