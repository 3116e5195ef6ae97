import { AppError, type Detail, validationFailed } from '#core/errors.ts';
import type { SequenceKind } from './kinds.ts';

const stepPattern = /^steps\.(email|sms|task|wait)(\d+)\.(?:config\.)?([^.[]+)/;
const senderParts: ReadonlySet<string> = new Set(['fromName', 'fromEmail', 'replyTo']);

/** The field of the sequence from which a field of its workflow was made. */
function fieldOf({ list }: SequenceKind, field: string): string {
  const [, key, number, part = ''] = stepPattern.exec(field) ?? [];
  if (key !== undefined) {
    if (senderParts.has(part)) return part;
    const own = key === 'wait' ? 'afterDays' : key === 'task' && part === 'description' ? 'text' : part;
    return `${list}[${Number(number) - 1}].${own}`;
  }
  if (field.startsWith('triggerConfig.segmentId')) return 'segmentIds';
  if (field.startsWith('triggerConfig.on')) return 'startDate';
  if (field.startsWith('triggerConfig') || field === 'modelKey') return 'trigger';
  return field === 'steps' ? list : field;
}

/** Does something to the workflow of a sequence. Errors name the fields of the sequence. */
export async function withFieldsOf<T>(kind: SequenceKind, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
    throw validationFailed(error.details.map((detail) => renamed(kind, detail)));
  }
}

function renamed(kind: SequenceKind, detail: Detail): Detail {
  if (detail.field === undefined) return detail;
  const field = fieldOf(kind, detail.field);
  const { message } = detail;
  return {
    ...detail,
    field,
    message: message.startsWith(detail.field) ? `${field}${message.slice(detail.field.length)}` : message,
  };
}
