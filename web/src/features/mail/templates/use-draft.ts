import { type RecordDraft, useRecordDraft } from '~/views/editor/use-record-draft.ts';
import { paths } from '../mail-api.ts';
import { hasSameContent, type Template } from './template.ts';

export type Draft = RecordDraft<Template>;

export const useDraft = (record: Template): Draft => useRecordDraft(record, { path: paths.templates, hasSameContent });
