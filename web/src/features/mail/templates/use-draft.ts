import { type ContentDraft, useContentDraft } from '~/views/editor/use-content-draft.ts';
import { paths } from '../mail-api.ts';
import { type Template, writtenFields } from './template.ts';

export type Draft = ContentDraft<Template>;

export const useDraft = (record: Template): Draft =>
  useContentDraft(record, { path: paths.templates, fields: writtenFields });
