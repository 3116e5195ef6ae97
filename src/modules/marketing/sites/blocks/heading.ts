import { Type } from 'typebox';
import { escapeHtml } from '#lib/html.ts';
import { defineBlock } from './block.ts';

export const heading = defineBlock({
  type: 'heading',
  schema: Type.Object(
    {
      type: Type.Literal('heading'),
      text: Type.String({ maxLength: 1000 }),
      level: Type.Optional(Type.Integer({ minimum: 1, maximum: 6 })),
    },
    { additionalProperties: false },
  ),
  render: ({ text, level = 2 }) => `<h${level}>${escapeHtml(text)}</h${level}>`,
});
