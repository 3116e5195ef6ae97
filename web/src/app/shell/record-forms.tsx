import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { RecordData } from '~/api/records.ts';
import { type CreateRecord, CreateRecordContext } from '~/metadata/create-record.ts';
import type { Model } from '~/metadata/model.ts';

const CreateDrawer = lazy(() =>
  import('~/views/form/create-drawer.tsx').then((module) => ({ default: module.CreateDrawer })),
);

interface OpenForm {
  readonly key: number;
  readonly model: Model;
  readonly initial: Readonly<Record<string, unknown>>;
  readonly once: boolean;
  readonly done: (record: RecordData | undefined) => void;
}

let lastKey = 0;

/** Shows forms for new records above the page; a form can open another one for a reference. */
export function RecordForms({ children }: { readonly children: ReactNode }) {
  const [forms, setForms] = useState<readonly OpenForm[]>([]);
  const create = useCallback<CreateRecord>(
    (model, initial = {}, { once = false } = {}) =>
      new Promise((done) => {
        lastKey += 1;
        const key = lastKey;
        setForms((open) => [...open, { key, model, initial, once, done }]);
      }),
    [],
  );
  const end = ({ key, done }: OpenForm, record: RecordData | undefined) => {
    setForms((open) => open.filter((form) => form.key !== key));
    done(record);
  };
  return (
    <CreateRecordContext.Provider value={create}>
      {children}
      {forms.map((form) => (
        <Suspense key={form.key} fallback={null}>
          <CreateDrawer
            model={form.model}
            initial={form.initial}
            once={form.once}
            onCreated={(record) => end(form, record)}
            onClose={() => end(form, undefined)}
          />
        </Suspense>
      ))}
    </CreateRecordContext.Provider>
  );
}
