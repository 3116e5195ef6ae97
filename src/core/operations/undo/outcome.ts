/** The result of undoing one change. `as before`: there was nothing to undo. */
export type Outcome = 'undone' | 'as before' | { readonly kept: string };
