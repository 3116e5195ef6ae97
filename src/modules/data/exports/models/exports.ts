import { choice, datetime, integer, json, list, reference, references, text } from '#core/fields/index.ts';
import { removeUses } from '#core/files/contents.ts';
import { defineModel } from '#core/models/declaration.ts';
import { type WrittenFormat, writtenFormats } from '#lib/tabular/table.ts';

const exportStatuses = ['pending', 'running', 'completed', 'cancelled', 'failed'] as const;

const formatLabels: Readonly<Record<WrittenFormat, string>> = { csv: 'CSV', xlsx: 'Excel', jsonl: 'JSON Lines' };

/** What an export reads and writes. A schedule declares the same fields. */
export const exportQueryFields = () => ({
  filter: json({ shape: 'object', furtherRules: true, help: 'As in the search of a list of the model.', example: {} }),
  q: text({ maxLength: 500, label: 'Search text', furtherRules: true, help: 'At most 20 words.' }),
  sort: list({
    label: 'Order',
    furtherRules: true,
    help: 'At most five fields; a minus before a field sorts descending.',
    example: ['-createdAt'],
  }),
  fields: list({
    label: 'Exported fields',
    furtherRules: true,
    help: 'Fields of the model. Empty means all fields.',
    example: ['_id'],
  }),
  format: choice({
    required: true,
    strict: true,
    options: writtenFormats.map((value) => ({ value, label: formatLabels[value] })),
    index: true,
  }),
  options: json({
    shape: 'object',
    furtherRules: true,
    help: 'references, values, times, tz, titles and choices, as in POST /api/data/exports.',
    example: {},
  }),
});

/** Files with the records of a list. The platform writes them; their owner and the users in `viewerIds` see them. */
export const exportsModel = defineModel({
  slug: 'exports',
  label: 'Export',
  labelPlural: 'Exports',
  title: 'name',
  readOnly: true,
  permanent: true,
  audience: { users: ['ownerId', 'viewerIds'] },
  fields: {
    name: text({ required: true, search: true, maxLength: 255 }),
    model: text({ required: true, index: true, maxLength: 130 }),
    ...exportQueryFields(),
    status: choice({ required: true, strict: true, options: exportStatuses, index: true }),
    reach: choice({
      strict: true,
      options: ['all', 'team', 'own'],
      help: 'The records of the model that its owner could read.',
    }),
    total: integer({ min: 0, label: 'Records' }),
    rows: integer({ min: 0, label: 'Written rows' }),
    mimeType: text({ maxLength: 127, label: 'Media type' }),
    size: integer({ min: 0, label: 'Size in bytes' }),
    storageKey: text({ maxLength: 1000 }),
    error: text({ maxLength: 2000 }),
    jobId: text({ maxLength: 36, label: 'Job' }),
    scheduleId: reference('data.exportSchedules', { label: 'Schedule' }),
    viewerIds: references('identity.users', { label: 'Recipients' }),
    startedAt: datetime(),
    finishedAt: datetime(),
    expiresAt: datetime({ help: 'The file is deleted then.' }),
  },
  hooks: {
    async afterRemove({ tx, caller: { tenantId } }, ids, model) {
      await removeUses(tx, tenantId, model.name, ids);
    },
  },
});
