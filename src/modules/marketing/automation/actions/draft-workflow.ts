import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { draftInput } from '../drafting/draft-input.ts';
import { draftWorkflow as draft } from '../drafting/draft-workflow.ts';

/** For the tool of language models, which has a person approve it. */
export const draftWorkflow = defineAction({
  name: 'marketing.draftWorkflow',
  summary: 'Write a whole workflow as a draft, checked as an activation would',
  routes: [],
  access: 'marketing:write',
  input: draftInput,
  output: Type.Object({ _id: Type.String({ format: 'uuid' }) }),
  run: async (context, input) => ({ body: { _id: await draft(context, input) } }),
});
