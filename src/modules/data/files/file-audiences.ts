import type { TransactionContext } from '#core/context.ts';
import { modelNamed } from '#core/models/model-named.ts';
import { updateMany } from '#core/operations/update-many.ts';

/** The model as a tenant has it, with its custom fields. */
export const storedFiles = modelNamed('data', 'storedFiles');

export interface FileAudience {
  readonly id: string;
  readonly visibility: string | null;
  readonly viewerIds: string[] | null;
  readonly viewerTeamIds: string[] | null;
  /** Users who may read this contact see a file that is `linked`. */
  readonly contactId: string | null;
}

/** Sets who sees files. The caller has found out that the user may do so: files do not say who may share them. */
export async function setFileAudiences(context: TransactionContext, files: readonly FileAudience[]): Promise<void> {
  // The hooks of files follow their contents, which do not change here.
  await updateMany(
    context,
    storedFiles(context),
    files.map(({ id, ...values }) => ({ id, values })),
    { withoutHooks: true },
  );
}
