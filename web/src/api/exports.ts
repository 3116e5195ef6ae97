import { actions, answer } from './actions.ts';

export const exportFormats = ['csv', 'xlsx', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** A record of data/exports, as far as the console uses it. */
export interface ExportState {
  readonly _id: string;
  readonly name: string;
  readonly status: 'pending' | 'running' | 'completed' | 'cancelled' | 'failed';
  readonly rows: number | null;
  readonly total: number | null;
  readonly error: string | null;
  readonly jobId: string;
}

export interface ExportInput {
  readonly model: string;
  readonly format: ExportFormat;
  readonly filter?: Record<string, unknown> | undefined;
  readonly q?: string | undefined;
  readonly sort?: string[] | undefined;
  readonly fields: string[];
  readonly name: string;
  readonly options: Record<string, unknown>;
}

export const startExport = (body: ExportInput): Promise<ExportState> =>
  answer(actions.POST('/api/data/exports', { body })) as Promise<ExportState>;

const at = (id: string) => ({ params: { path: { id } } });

export const cancelExport = (id: string): Promise<unknown> =>
  answer(actions.POST('/api/data/exports/{id}/cancel', at(id)));

export const deleteExport = (id: string): Promise<unknown> => answer(actions.DELETE('/api/data/exports/{id}', at(id)));

export const exportContentPath = (id: string): string => `/api/data/exports/${id}/content`;
