import { Type } from 'typebox';

export const pendingPath = { id: Type.String({ description: 'The id of a record of ai/aiPendingActions.' }) };

/** The record of ai/aiPendingActions after the decision. */
export const decidedAction = Type.Object(
  {
    _id: Type.String({ format: 'uuid' }),
    tool: Type.String(),
    status: Type.Enum(['approved', 'rejected', 'failed'], {
      description: 'failed: the write was refused when it was run; error says why.',
    }),
    result: Type.Unknown({ description: 'The record that was written: {model, id, change, version}.' }),
    error: Type.Unknown({ description: '{code, message, details} of a write that was refused; otherwise null.' }),
  },
  { additionalProperties: true, description: 'The record of ai/aiPendingActions.' },
);
