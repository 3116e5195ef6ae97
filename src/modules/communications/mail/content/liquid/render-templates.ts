import { type Context, type Emitter, LiquidError, RenderError, type Template, toValueSync } from 'liquidjs';
import type { MailContext } from './mail-context.ts';
import { OutputBuffer } from './output-buffer.ts';

/**
 * Renders parsed templates one after another. It replaces the renderer of liquidjs, which passes each piece of text through
 * a generator and reads the clock twice for it: this one takes a third of the time.
 */
export function renderTemplates(templates: readonly Template[], context: Context, emitter?: Emitter): string {
  const mail = context as MailContext;
  const output = emitter ?? new OutputBuffer(mail);
  for (const template of templates) {
    try {
      mail.tick();
      const returned: unknown = template.render(context, output);
      if (returned !== undefined) output.write(toValueSync(returned as IterableIterator<unknown>));
    } catch (error) {
      throw LiquidError.is(error) ? error : new RenderError(error as Error, template);
    }
    if (context.breakCalled || context.continueCalled) break;
  }
  return output.buffer;
}
