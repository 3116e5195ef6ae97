import {
  CaptureTag,
  type Context,
  type Emitter,
  ForTag,
  type Liquid,
  Tag,
  type TagToken,
  type TopLevelToken,
  TypeGuards,
} from 'liquidjs';
import type { MailContext } from './mail-context.ts';
import { OutputBuffer } from './output-buffer.ts';

/** {% capture %} whose text counts as output, and is not escaped again when it is printed. */
class CountedCapture extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    const mail = context as MailContext;
    const buffer = new OutputBuffer(mail);
    yield this.liquid.renderer.renderTemplates(this.templates, context, buffer);
    context.bottom()[this.variable] = buffer.buffer;
    mail.captured.set(this.variable, buffer.buffer);
  }
}

/** The {% for %} tag reports a missing list, unless {% else %} handles it. */
class ReportingFor extends ForTag {
  override *render(context: Context, emitter: Emitter): ReturnType<ForTag['render']> {
    const mail = context as MailContext;
    const { collection } = this;
    if (this.elseTemplates.length === 0 && TypeGuards.isPropertyAccessToken(collection) && !collection.variable) {
      const path = collection.props.map((prop) => ('content' in prop ? prop.content : undefined));
      if (path.every((name) => typeof name === 'string')) {
        mail.reporting = true;
        mail.read(path);
        mail.reporting = false;
      }
    }
    return yield* super.render(context, emitter);
  }
}

class RefusedTag extends Tag {
  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
    super(token, rest, liquid);
    throw new Error(`{% ${token.name} %} cannot be used in a mail: it has no other templates. Write the content here.`);
  }

  override render(): void {}
}

export function registerTags(liquid: Liquid): void {
  liquid.registerTag('capture', CountedCapture);
  liquid.registerTag('for', ReportingFor);
  for (const name of ['include', 'render', 'layout', 'block']) liquid.registerTag(name, RefusedTag);
}
