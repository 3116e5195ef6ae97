import type { TransactionContext } from '#core/context.ts';
import { modelNamed } from '#core/models/model-named.ts';
import { updateMany } from '#core/operations/update-many.ts';

/** The model in a tenant's registry, with its custom fields. */
export const storedFiles = modelNamed('data', 'storedFiles');

export interface FileAudience {
  readonly id: string;
  readonly visibility: string | null;
  readonly viewerIds: string[] | null;
  readonly viewerTeamIds: string[] | null;
  /** Users who may read this contact see a file that is `linked`. */
  readonly contactId: string | null;
}

/**
 * Sets the audience of files. The caller must have checked that the user may share them, because file records do not
 * contain that.
 */
export async function setFileAudiences(context: TransactionContext, files: readonly FileAudience[]): Promise<void> {
  // Write directly: the hooks of files handle their contents, which do not change here.
  await updateMany(
    context,
    storedFiles(context),
    files.map(({ id, ...values }) => ({ id, values })),
    { withoutHooks: true },
  );
}
