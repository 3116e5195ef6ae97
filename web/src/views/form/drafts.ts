import { ApiError, request } from '~/api/http.ts';
import type { Values } from './form-values.ts';

/** What was typed and not saved, by field. */
export interface Draft {
  readonly data: Values;
  readonly savedAt: string;
}

/** What a draft is of: a model, and a record unless it is a new one. */
export interface DraftOf {
  readonly modelKey: string;
  readonly recordId?: string | undefined;
}

const prefix = 'atrium-draft';

const nameOf = (userId: string, { modelKey, recordId }: DraftOf): string =>
  [prefix, userId, modelKey, recordId ?? 'new'].join(':');

/** Drafts in this browser: they are there at once and without a connection. */
export const localDrafts = {
  read(userId: string, of: DraftOf): Draft | undefined {
    const text = localStorage.getItem(nameOf(userId, of));
    if (text === null) return undefined;
    try {
      return JSON.parse(text) as Draft;
    } catch {
      localStorage.removeItem(nameOf(userId, of));
      return undefined;
    }
  },
  write(userId: string, of: DraftOf, draft: Draft): void {
    try {
      localStorage.setItem(nameOf(userId, of), JSON.stringify(draft));
    } catch {
      // The storage is full or not allowed. The draft on the server remains.
    }
  },
  remove: (userId: string, of: DraftOf): void => localStorage.removeItem(nameOf(userId, of)),
};

/** Drafts on the server are found on other devices too. Without them the local ones remain. */
export const serverDrafts = {
  async read({ modelKey, recordId }: DraftOf, signal: AbortSignal): Promise<Draft | undefined> {
    const { draft } = await request<{ draft: { data: Values; updatedAt: string } | null }>(
      'GET',
      '/api/ui/drafts/mine',
      { query: { modelKey, recordId }, signal },
    );
    return draft ? { data: draft.data, savedAt: draft.updatedAt } : undefined;
  },
  write: (of: DraftOf, data: Values, recordVersion: number | undefined): Promise<unknown> =>
    request('PUT', '/api/ui/drafts/mine', { body: { ...of, data, ...(recordVersion && { recordVersion }) } }),
  remove: (of: DraftOf): Promise<unknown> => request('POST', '/api/ui/drafts/mine/discard', { body: of }),
};

/** A refusal means that the account or the user has no drafts on the server; everything else may pass. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
