import type { Context } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { usingFor } from '../as-platform.ts';
import type { CompiledContent, MailContent } from '../content/compile.ts';
import { ContentError } from '../content/content-error.ts';
import { mailServices } from '../mail-services.ts';
import { emailTemplates } from '../model-names.ts';
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
  /** The sender that the template names. */
  readonly sender: {
    readonly fromEmail: string | null;
    readonly fromName: string | null;
    readonly replyTo: string | null;
  };
}

const noSender = { fromEmail: null, fromName: null, replyTo: null };

interface TemplateRecord {
  readonly subject: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly format: MailContent['format'];
  readonly previewText: string | null;
  readonly fromEmail: string | null;
  readonly fromName: string | null;
  readonly replyTo: string | null;
}

/** The template of the request with what the request says otherwise, or the texts of the request. Checks that it compiles. */
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
    sender: { fromEmail, fromName, replyTo },
  };
}

async function readTemplate(context: Context, id: string): Promise<TemplateRecord> {
  const model = emailTemplates(context);
  const { body } = await invoke(usingFor(context, model), operations.get, model, { id, query: {} });
  return JSON.parse(body) as TemplateRecord;
}

/** Turns a mistake in a template into an error that names the field. */
export async function compile(context: Context, content: MailContent, field?: string): Promise<CompiledContent> {
  try {
    return await mailServices(context.services).contents.get(content);
  } catch (error) {
    throw contentProblem(error, field);
  }
}

export function contentProblem(error: unknown, field?: string): unknown {
  if (!(error instanceof ContentError)) return error;
  return invalid(field ?? error.field, 'invalid_template', `cannot be used: ${error.message.replace(/\.$/, '')}`);
}
