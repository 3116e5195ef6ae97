import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { paths } from '../mail-api.ts';
import { hasSameContent, type Template } from './template.ts';

type Changes = Readonly<Record<string, unknown>>;

const isOutdated = (error: unknown): boolean => error instanceof ApiError && error.status === 412;

/** What the person has changed of a template and not saved. A change by somebody else is never overwritten unasked. */
export function useDraft(record: Template) {
  const client = useQueryClient();
  const [base, setBase] = useState(record);
  const [changes, setChanges] = useState<Changes>({});
  const isDirty = Object.keys(changes).length > 0;
  // Somebody else saved it: shown at once, unless something is being typed here. Counting its uses changes nothing here.
  if (record.version > base.version && (!isDirty || hasSameContent(record, base))) setBase(record);
  const change = (values: Changes) =>
    setChanges((old) =>
      Object.fromEntries(
        Object.entries({ ...old, ...values }).filter(
          ([key, value]) => JSON.stringify(value) !== JSON.stringify(base[key] ?? null),
        ),
      ),
    );
  const keep = (saved: Template) => {
    setBase(saved);
    client.setQueryData(keys.record(paths.templates, saved._id), saved);
  };
  const newest = async (): Promise<Template> => (await records.get(paths.templates, base._id)) as unknown as Template;
  const send = (changed: Changes, version: number) =>
    records.update(paths.templates, base._id, changed, { version }) as Promise<Template>;
  const save = useMutation({
    mutationFn: async ({ version, sent }: { version: number; sent: Changes }) => {
      try {
        return await send(sent, version);
      } catch (error) {
        if (!isOutdated(error)) throw error;
        // Sending a template counts its uses, which is no change by somebody else.
        const theirs = await newest();
        if (!hasSameContent(theirs, base)) throw error;
        return send(sent, theirs.version);
      }
    },
    onSuccess: (saved, { sent }) => {
      keep(saved);
      // What was typed while it was being saved stays.
      setChanges((held) =>
        Object.fromEntries(
          Object.entries(held).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(sent[key])),
        ),
      );
    },
  });
  const hasConflict = isOutdated(save.error);
  return {
    base,
    draft: { ...base, ...changes } as Template,
    changes,
    isDirty,
    change,
    save: () => save.mutateAsync({ version: base.version, sent: changes }),
    isSaving: save.isPending,
    error: hasConflict ? undefined : (save.error ?? undefined),
    hasConflict,
    /** Throws away what was typed and shows what somebody else saved. */
    takeTheirs: async () => {
      keep(await newest());
      setChanges({});
      save.reset();
    },
    /** Saves what was typed over what somebody else saved. */
    keepMine: async () => {
      const theirs = await newest();
      setBase(theirs);
      return save.mutateAsync({ version: theirs.version, sent: changes });
    },
    replace: (saved: Template) => {
      keep(saved);
      setChanges({});
      save.reset();
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
