import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { ApiError, type Problem } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { problemText } from '~/ui/error-text.ts';

export const sameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The value of the field that the person saw, and the version in which it was. */
export interface Base {
  readonly version: number;
  readonly value: unknown;
}

export type SaveResult = { readonly saved: RecordData } | { readonly conflict: RecordData };

/** Saves one field. When others changed the record but not this field, nothing is in conflict. */
export function useSaveField(model: Model, field: Field) {
  const client = useQueryClient();
  return useCallback(
    async (id: string, value: unknown, base: Base): Promise<SaveResult> => {
      const write = (version: number) => records.update(model.path, id, { [field.key]: value }, { version });
      const stored = (saved: RecordData): SaveResult => {
        void client.invalidateQueries({ queryKey: keys.model(model.path) });
        return { saved };
      };
      try {
        return stored(await write(base.version));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412) throw error;
      }
      const theirs = await records.get(model.path, id);
      if (!sameValue(theirs[field.key], base.value) && !sameValue(theirs[field.key], value))
        return { conflict: theirs };
      return stored(await write(theirs.version));
    },
    [client, model, field],
  );
}

/** Half a value is often wrong; what is wrong after a pause of this length is said. */
export const typingPauseMs = 600;

/** Whether a problem is about the field. Entries of lists are named `tags[0]` or `tags.0`. */
const isAbout = ({ field: path }: Problem, { key }: Field): boolean => path?.split(/[.[]/)[0] === key;

/** The message of a refusal that is about the field: in English the server's own, with the label instead of the key. */
export function fieldMessage(error: unknown, field: Field, t: TFunction): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const problem = error.details.find((detail) => isAbout(detail, field));
  if (!problem) return undefined;
  const { field: path = '', message } = problem;
  const text = problemText(problem, t);
  return message.endsWith(text) && message.startsWith(`${path} `) ? `${field.label} ${text}` : text;
}
