import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { RecordConflict, saveOver } from '~/views/form/save-over.ts';
import { type Problems, refusedProblems } from './flow/problems.ts';
import { type Flow, flowOf, isSameFlow, valuesOf } from './flow/step.ts';
import type { FlowDraft } from './flow/use-flow-draft.ts';
import { enrollmentsPath, workflowActions, workflowsPath } from './workflows-api.ts';

interface Refusal {
  readonly problems: Problems;
  /** The flow that was refused. */
  readonly flow: Flow;
  /** What it was not, because of that. */
  readonly missed: 'saved' | 'activated';
}

export type Verb = 'pause' | 'resume' | 'archive';

/** Saves and activates the flow of a workflow. What the server refuses is shown at the nodes. */
export function useSaveFlow(workflow: RecordData, draft: FlowDraft) {
  const { t } = useTranslation('workflows');
  const refresh = useRefresh(workflowsPath, enrollmentsPath);
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, setBusy] = useState<'save' | 'activate' | Verb>();
  const [theirs, setTheirs] = useState<RecordData>();

  const during = async (what: NonNullable<typeof busy>, run: () => Promise<boolean>): Promise<boolean> => {
    setBusy(what);
    try {
      return await run();
    } catch (error) {
      if (error instanceof RecordConflict) setTheirs(error.theirs);
      else showRefusal(error, what === 'save' ? 'saved' : 'activated');
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  const showRefusal = (error: unknown, missed: Refusal['missed']) => {
    const details = error instanceof ApiError && error.status === 422 ? error.details : [];
    if (details.length === 0) return notifyError(error);
    setRefusal({ problems: refusedProblems(details, draft.flow, t), flow: draft.flow, missed });
  };
  const write = async (version: number) => {
    const saved = await saveOver<RecordData>({
      path: workflowsPath,
      id: workflow._id,
      changes: valuesOf(draft.flow),
      version,
      isConflict: (record) => !isSameFlow(flowOf(record), draft.base),
    });
    setRefusal(undefined);
    draft.saved(saved);
  };
  /** True when the flow is saved. */
  const save = async (): Promise<boolean> => {
    if (!draft.isDirty) return true;
    return during('save', async () => {
      await write(draft.version);
      return true;
    });
  };
  const activate = async (moveEnrollments: boolean): Promise<boolean> => {
    if (!(await save())) return false;
    return during('activate', async () => {
      const answer = await workflowActions.activate(workflow._id, moveEnrollments);
      setRefusal(undefined);
      await refresh();
      notifyDone(t('activated', { version: answer.activeVersion }));
      return true;
    });
  };
  const change = (verb: Verb): Promise<boolean> =>
    during(verb, async () => {
      await workflowActions[verb](workflow._id);
      await refresh();
      notifyDone(t(`verb.${verb}.done`));
      return true;
    });
  const dialog = theirs && (
    <ConflictDialog
      onTheirs={() => {
        draft.take(theirs);
        setTheirs(undefined);
      }}
      onMine={() => {
        setTheirs(undefined);
        void during('save', async () => {
          await write(theirs.version);
          return true;
        });
      }}
      onClose={() => setTheirs(undefined)}
    />
  );
  return { save, activate, change, refusal, busy, dialog };
}

export type SaveFlow = ReturnType<typeof useSaveFlow>;

interface ConflictDialogProps {
  readonly onTheirs: () => void;
  readonly onMine: () => void;
  readonly onClose: () => void;
}

/** Asks which steps stay, when somebody else has saved other ones in the meantime. */
function ConflictDialog({ onTheirs, onMine, onClose }: ConflictDialogProps) {
  const { t } = useTranslation('workflows');
  return (
    <Modal opened onClose={onClose} title={t('conflict.title')}>
      <Text size="sm">{t('conflict.text')}</Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onTheirs}>
          {t('conflict.theirs')}
        </Button>
        <Button onClick={onMine}>{t('conflict.mine')}</Button>
      </Group>
    </Modal>
  );
}
