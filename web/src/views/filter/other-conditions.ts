import type { ComponentType } from 'react';
import type { OtherNode, ShowAs } from './tree.ts';

export interface OtherRowProps {
  readonly node: OtherNode;
  readonly onChange: (value: unknown) => void;
}

/** Conditions that are not about a field, which the owner of a filter builder adds to it. */
export interface OtherConditions {
  readonly showAs: ShowAs;
  /** The conditions that a row offers after its fields. A null key is JSON. */
  readonly options: readonly { readonly key: string | null; readonly label: string }[];
  /** The initial value of a condition. */
  readonly startOf: (key: string | null) => unknown;
  /** Edits the value of a condition. */
  readonly Row: ComponentType<OtherRowProps>;
}
