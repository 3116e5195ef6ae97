import { compileTemplates } from '../src/modules/communications/mail/content/compile-templates.ts';
import { limits } from '../src/modules/communications/mail/content/template/limits.ts';
import type {
  MailContent,
  Rendered,
  Scope,
  Variables,
} from '../src/modules/communications/mail/content/template/mail-content.ts';

interface Compiled {
  readonly variables: Variables;
  readonly bytes: number;
  render(scope: Scope): Promise<Rendered>;
}

/** Compiles a template as the threads do, but in the current thread. */
export async function compileContent(content: MailContent): Promise<Compiled> {
  const { variables, bytes, render } = await compileTemplates(content, (load) => load());
  return { variables, bytes, render: async (scope) => render(scope, limits.renderMs) };
}
