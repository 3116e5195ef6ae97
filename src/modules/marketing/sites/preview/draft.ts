import { type Static, Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { blockProblems, guardedBlocks } from '../blocks/check-blocks.ts';
import { requireAdmin } from '../hooks/require-admin.ts';
import type { PageRecord } from '../rendering/site-records.ts';

const text = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]));

/** Unsaved fields of a page. */
export const draftInput = Type.Object(
  {
    title: text(255),
    name: text(255),
    description: text(100_000),
    path: text(600),
    html: text(1_000_000),
    css: text(100_000),
    blocks: Type.Optional(Type.Union([Type.Array(Type.Unknown(), { maxItems: 1000 }), Type.Null()])),
    metaTitle: text(255),
    metaDescription: text(1000),
    language: text(35),
    layoutId: Type.Optional(Type.Union([Type.String({ format: 'uuid' }), Type.Null()])),
    formId: Type.Optional(Type.Union([Type.String({ format: 'uuid' }), Type.Null()])),
  },
  {
    additionalProperties: false,
    description:
      'Fields that are not saved yet, in place of the stored ones. Needs marketing:write, and marketing:admin for HTML.',
  },
);

/** Checks the draft by the same rules as saving it. */
export function checkedDraft(context: Context, draft: Static<typeof draftInput> | undefined): Partial<PageRecord> {
  // An editor that sends a draft without fields has changed nothing, so a caller without write access gets the saved
  // page.
  if (!draft || Object.keys(draft).length === 0) return {};
  context.caller.access.requireScope('marketing:write');
  const [problem] = blockProblems(draft.blocks ?? []);
  if (problem) throw invalid('draft.blocks', 'invalid_block', `at ${problem.path} ${problem.message}`);
  if (draft.html) requireAdmin(context, 'draft.html');
  if (guardedBlocks(draft.blocks).length > 0) requireAdmin(context, 'draft.blocks');
  return draft as Partial<PageRecord>;
}
