import type { BulkAnswer } from '../mail-api.ts';

/** What was checked and can be sent. */
export interface Checked {
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: BulkAnswer;
  readonly isList: boolean;
}
