import type { FieldChange } from '~/api/records.ts';

/** An entry in the history of a record that is edited in an editor. */
export interface Version {
  readonly version: number;
  readonly action: string;
  readonly timestamp: string;
  readonly actor: { readonly email: string } | null;
  readonly changes: readonly FieldChange[];
}
