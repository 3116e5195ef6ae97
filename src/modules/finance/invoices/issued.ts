import { AppError, type Detail } from '#core/errors.ts';

export const isDraft = (status: unknown): boolean => status === 'draft' || status === null || status === undefined;

export const documentIssued = (details: readonly Detail[], number: unknown): AppError =>
  new AppError(
    'document_issued',
    `Invoice ${String(number ?? '')} was issued and no longer changes: correct it with a credit note.`,
    details,
  );
