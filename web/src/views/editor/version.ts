import type { FieldChange } from '~/api/records.ts';

/** An entry of the history of a template. */
export interface Version {
  readonly version: number;
  readonly action: string;
  readonly timestamp: string;
  readonly actor: { readonly email: string } | null;
  readonly changes: readonly FieldChange[];
}
