import { Type } from 'typebox';
import { escapeHtml } from '#lib/html.ts';
import { defineBlock } from './block.ts';

export const code = defineBlock({
  type: 'code',
  schema: Type.Object(
    {
      type: Type.Literal('code'),
      code: Type.String({ maxLength: 100_000 }),
      language: Type.Optional(Type.String({ maxLength: 40, pattern: '^[\\w+#.-]*$' })),
    },
    { additionalProperties: false },
  ),
  render: ({ code: source, language }) =>
    `<pre><code${language ? ` class="language-${escapeHtml(language)}"` : ''}>${escapeHtml(source)}</code></pre>`,
});
