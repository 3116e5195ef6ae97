import { Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { drafts } from '../model-names.ts';
import { requireModel } from './find-record.ts';
import { findOwn, type OwnRecord } from './own-records.ts';

/** Identifies a draft: a model, and a record unless the record is new. */
export const draftOf = {
  modelKey: Type.String({ minLength: 1, maxLength: 130, description: 'A slug, a model key or module.slug.' }),
  recordId: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 100,
      description: 'The record that is changed. Absent for a new one.',
    }),
  ),
};

export const draftAnswer = Type.Object({}, { additionalProperties: true, description: 'The record of ui.drafts.' });

/** The caller's draft; undefined when there is none. */
export async function findDraft(
  context: Context,
  { modelKey, recordId }: { readonly modelKey: string; readonly recordId?: string | null },
): Promise<OwnRecord | undefined> {
  const { name } = requireModel(context, modelKey);
  const filter = { modelKey: name, recordId: recordId ?? { null: true }, status: 'open' };
  return (await findOwn(context, drafts(context), filter, { sort: '-updatedAt', limit: 1 }))[0];
}
