import type { RecordDraft } from '~/views/editor/use-record-draft.ts';
import type { Form } from './form.ts';

/** A form with what is typed and not saved. */
export type FormDraft = RecordDraft<Form>;
