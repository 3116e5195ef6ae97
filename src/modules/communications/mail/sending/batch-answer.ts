import { Type } from 'typebox';

/** The answer of actions that send to many recipients. */
export const batchAnswer = Type.Object({
  batchId: Type.String({ format: 'uuid' }),
  snapshotId: Type.String({ format: 'uuid' }),
  accepted: Type.Integer({
    description: 'Recipients that get the mail. Of a large list or segment, those that are frozen already.',
  }),
  rejected: Type.Array(
    Type.Object({ email: Type.String(), reason: Type.Enum(['invalid', 'duplicate', 'suppressed']) }),
  ),
  status: Type.Literal('sending'),
});
