import type { CompiledContent, MailContent } from './mail-content.ts';

export type { CompiledContent, MailContent, Rendered } from './mail-content.ts';

/**
 * Compiles a template once, so that each mail of a campaign is cheap to render. Throws a `ContentError`. Without html
 * and text, the mail is empty. Liquid, MJML and the rest are loaded by the first call.
 */
export async function compileContent(content: MailContent): Promise<CompiledContent> {
  const { compileTemplates } = await import('./compile-templates.ts');
  return compileTemplates(content);
}
