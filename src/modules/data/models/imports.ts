import { boolean, choice, datetime, integer, json, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** Written with each batch of rows, without an event: the counts of a running import. */
const counter = (label?: string) => integer({ min: 0, default: 0, eventless: true, ...(label && { label }) });

/** Imports of files, which the platform writes. Users see their own ones, administrators of data all. */
export const imports = defineModel({
  slug: 'imports',
  title: 'fileName',
  readOnly: true,
  audience: { users: ['ownerId'] },
  fields: {
    model: text({ required: true, index: true, maxLength: 130 }),
    mode: choice({ required: true, strict: true, options: ['create', 'update', 'upsert'] }),
    matchBy: text({ maxLength: 130, label: 'Matched by' }),
    mapping: json({ shape: 'object' }),
    options: json({ shape: 'object' }),
    dryRun: boolean({ default: false }),
    fileName: text({ required: true, maxLength: 255 }),
    format: text({ maxLength: 20 }),
    columns: json({ shape: 'array' }),
    storedFileId: reference('data.storedFiles', { label: 'File' }),
    status: choice({
      required: true,
      strict: true,
      options: ['pending', 'running', 'paused', 'completed', 'cancelled', 'failed', 'undoing', 'undone'],
      index: true,
    }),
    total: integer({ min: 0, eventless: true, label: 'Number of rows' }),
    processed: counter(),
    created: counter(),
    updated: counter(),
    unchanged: counter(),
    failed: counter(),
    errors: json({ shape: 'array', eventless: true, help: 'The first 100 rejected rows.' }),
    error: text({ maxLength: 2000, help: 'Why the import failed.' }),
    undone: counter('Undone changes'),
    kept: counter('Changes that could not be undone'),
    keptReasons: json({ shape: 'array', eventless: true, help: 'Why the first 100 of them were kept.' }),
    undoAt: text({ maxLength: 60, eventless: true, label: 'Undo reached' }),
    jobId: text({ maxLength: 36, label: 'Job' }),
    keyId: text({ maxLength: 36, label: 'API key' }),
    startedAt: datetime(),
    finishedAt: datetime(),
  },
});
