/** A dialog about one or several conversations. */
export interface Dialog {
  readonly kind: 'assign' | 'snooze' | 'merge';
  readonly ids: readonly string[];
}
