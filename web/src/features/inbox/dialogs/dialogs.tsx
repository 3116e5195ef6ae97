import type { Actions } from '../use-actions.ts';
import { AssignDialog } from './assign-dialog.tsx';
import type { Dialog } from './dialog.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { SnoozeDialog } from './snooze-dialog.tsx';

interface DialogsProps {
  readonly dialog: Dialog;
  readonly actions: Actions;
  readonly onClose: () => void;
  readonly onMerged: (intoId: string) => void;
}

/** The dialog that is open. */
export function Dialogs({ dialog: { kind, ids }, actions, onClose, onMerged }: DialogsProps) {
  if (kind === 'assign') return <AssignDialog ids={ids} actions={actions} onClose={onClose} />;
  if (kind === 'snooze') return <SnoozeDialog ids={ids} actions={actions} onClose={onClose} />;
  return <MergeDialog ids={ids} actions={actions} onClose={onClose} onMerged={onMerged} />;
}
