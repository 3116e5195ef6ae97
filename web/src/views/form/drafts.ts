import { ApiError, request } from '~/api/http.ts';
import type { Values } from './form-values.ts';

/** Unsaved input, by field. */
export interface Draft {
  readonly data: Values;
  readonly savedAt: string;
}

/** The subject of a draft: a model, and the record unless it is new. */
export interface DraftOf {
  readonly modelKey: string;
  readonly recordId?: string | undefined;
}

const prefix = 'atrium-draft';

const nameOf = (userId: string, { modelKey, recordId }: DraftOf): string =>
  [prefix, userId, modelKey, recordId ?? 'new'].join(':');

/** Drafts in this browser, which are available at once and without a connection. */
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
      // The storage is full or not permitted. The draft on the server remains.
    }
  },
  remove: (userId: string, of: DraftOf): void => localStorage.removeItem(nameOf(userId, of)),
};

/**
 * Drafts on the server, which other devices can read too. If the server does not store drafts, the local ones remain.
 */
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

/** True when the server has no drafts for this account or user. Other errors may be temporary. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
