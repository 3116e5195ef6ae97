import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '~/api/keys.ts';
import type { RecordData } from '~/api/records.ts';
import { isEdited, noEdits, versionToSave, withEdit } from './edits.ts';

/** The values of a form for a record. What was typed stays when the record changes meanwhile. */
export function useEdits<V extends object>(path: string, record: RecordData, stored: V) {
  const client = useQueryClient();
  const [edits, setEdits] = useState(noEdits<V>);
  return {
    values: { ...stored, ...edits.typed },
    set: (change: Partial<V>) => setEdits((held) => withEdit(held, change, stored, record.version)),
    isEdited: isEdited(edits, stored),
    version: versionToSave(edits, stored, record.version),
    saved: () => {
      setEdits(noEdits());
      void client.invalidateQueries({ queryKey: keys.model(path) });
    },
  };
}
