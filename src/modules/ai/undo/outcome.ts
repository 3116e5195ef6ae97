/** What became of a change that is to be taken back. `as before`: there is nothing left to do. */
export type Outcome = 'undone' | 'as before' | { readonly kept: string };
