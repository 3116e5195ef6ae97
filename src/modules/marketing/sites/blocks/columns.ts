import { Type } from 'typebox';
import { defineBlock } from './block.ts';

/** Blocks side by side. `check-blocks.ts` checks the blocks in the columns. */
export const columns = defineBlock({
  type: 'columns',
  schema: Type.Object(
    {
      type: Type.Literal('columns'),
      columns: Type.Array(Type.Array(Type.Unknown(), { maxItems: 100 }), { minItems: 1, maxItems: 6 }),
    },
    { additionalProperties: false },
  ),
  render: ({ columns: parts }, scope) =>
    `<div class="columns columns-${parts.length}">${parts.map((part) => `<div>${scope.blocks(part)}</div>`).join('')}</div>`,
});
