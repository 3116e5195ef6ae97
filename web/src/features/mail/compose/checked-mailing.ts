import type { BulkAnswer } from '../mail-api.ts';

/** A mailing that the server has checked and that can be sent. */
export interface CheckedMailing {
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: BulkAnswer;
  readonly isList: boolean;
}
