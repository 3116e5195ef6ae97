/** Fields that are left out of a body. */
export type HiddenFields = ReadonlySet<string>;

export const noHiddenFields: HiddenFields = new Set();
