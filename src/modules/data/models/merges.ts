import { choice, integer, json, list, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** Merges of records, which the platform writes. One that is finished can be undone. */
export const merges = defineModel({
  slug: 'merges',
  title: 'model',
  owned: false,
  readOnly: true,
  fields: {
    model: text({ required: true, index: true, maxLength: 130 }),
    winnerId: text({ required: true, index: true, maxLength: 36, label: 'Kept record' }),
    loserIds: list({ required: true, label: 'Merged records' }),
    state: choice({
      required: true,
      strict: true,
      options: ['running', 'done', 'failed', 'undoing', 'undone'],
      index: true,
    }),
    moves: json({ shape: 'array', label: 'Moved records' }),
    moved: integer({ min: 0, label: 'Number of moved records' }),
    jobId: text({ maxLength: 36, label: 'Job' }),
    xid: text({ maxLength: 20, label: 'Transaction' }),
    requestId: text({ maxLength: 300, label: 'Request' }),
    error: text({ maxLength: 2000 }),
  },
});
