import type { ContentDraft } from '~/views/editor/use-content-draft.ts';
import type { Form } from './form.ts';

/** A form with its unsaved changes. */
export type FormDraft = ContentDraft<Form>;
