import type { Context } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { ThreadEndedError } from '#lib/threads/index.ts';
import { emailTemplates } from '../../model-names.ts';
import { withUseAccess } from '../../with-use-access.ts';
import { ContentError } from '../content/template/content-error.ts';
import type { MailContent } from '../content/template/mail-content.ts';
import type { CompiledContent } from '../content/thread/content-cache.ts';
import { mailContents } from '../content/thread/mail-contents.ts';
import { requireOneLine } from './sender.ts';

interface ContentInput {
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  readonly templateId?: string | undefined;
}

export interface ResolvedContent {
  readonly content: MailContent & { readonly subject: string };
  readonly compiled: CompiledContent;
  readonly templateId: string | null;
  readonly templateName: string | null;
  /** The sender named by the template. */
  readonly sender: {
    readonly fromEmail: string | null;
    readonly fromName: string | null;
    readonly replyTo: string | null;
  };
}

const noSender = { fromEmail: null, fromName: null, replyTo: null };

interface TemplateRecord {
  readonly name: string | null;
  readonly subject: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly format: MailContent['format'];
  readonly previewText: string | null;
  readonly fromEmail: string | null;
  readonly fromName: string | null;
  readonly replyTo: string | null;
}

/** Returns the template with the overrides of the request, or the texts of the request. Checks that it compiles. */
export async function resolveContent(context: Context, input: ContentInput): Promise<ResolvedContent> {
  requireOneLine('subject', input.subject);
  const template = input.templateId === undefined ? undefined : await readTemplate(context, input.templateId);
  if (template && (input.html !== undefined || input.text !== undefined))
    throw invalid('templateId', 'invalid', 'cannot be used together with html or text');
  const subject = input.subject ?? template?.subject;
  if (!subject)
    throw invalid('subject', 'required', template ? 'is required, because the template has none' : 'is required');
  const { html, text, format, previewText } = template ?? { ...input, format: 'html' as const, previewText: null };
  if (!html && !text) {
    const field = template ? 'templateId' : 'html';
    throw invalid(
      field,
      'required',
      template ? 'names a template without content' : 'or text or templateId is required',
    );
  }
  const content = {
    subject,
    html: html ?? null,
    text: text ?? null,
    format: format ?? 'html',
    previewText: previewText ?? null,
  };
  const { fromEmail, fromName, replyTo } = template ?? noSender;
  return {
    content,
    compiled: await compile(context, content, template ? 'templateId' : undefined),
    templateId: input.templateId ?? null,
    templateName: template?.name ?? null,
    sender: { fromEmail, fromName, replyTo },
  };
}

async function readTemplate(context: Context, id: string): Promise<TemplateRecord> {
  const model = emailTemplates(context);
  try {
    const { body } = await invoke(withUseAccess(context, model), operations.get, model, { id, query: {} });
    return JSON.parse(body) as TemplateRecord;
  } catch (error) {
    throw error instanceof AppError && error.code === 'not_found'
      ? invalid('templateId', 'reference_not_found', 'is not an email template that you may read')
      : error;
  }
}

/** Compiles a template. An error in it names the field. */
export async function compile(context: Context, content: MailContent, field?: string): Promise<CompiledContent> {
  try {
    return await context.services.of(mailContents).get(content, context.caller.tenantId);
  } catch (error) {
    throw contentProblem(error, field);
  }
}

export function contentProblem(error: unknown, field?: string): unknown {
  if (error instanceof ThreadEndedError)
    return new AppError('unavailable', 'Templates cannot be rendered now. Try again in a few seconds.', [], {
      'retry-after': '5',
    });
  if (!(error instanceof ContentError)) return error;
  return invalid(field ?? error.field, 'invalid_template', `cannot be used: ${error.message.replace(/\.$/, '')}`);
}
