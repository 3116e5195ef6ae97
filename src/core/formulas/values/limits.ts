/** Limits of the text of a formula. A linear scan checks them before anything parses the text. */
export const maxFormulaLength = 4_000;
export const maxTokens = 1_000;
/**
 * Maximum number of levels of parentheses, and of nested operations. Chains of + and -, &, `and` and `or` are one
 * level.
 */
export const maxDepth = 50;

/**
 * Maximum number of calls that take up to a millisecond, or 20 in PostgreSQL: powers, logarithms, and changes of all
 * characters of a long text.
 */
export const maxCostlyCalls = 50;

/** Limits of values. The SQL functions of the migration `formulas` have the same ones. */
export const maxTextLength = 10_000;
/** Every number is rounded to this many decimals, half away from zero. */
export const decimals = 12;
/** Numbers from this size on are null. */
export const numberLimit = '1e30';
