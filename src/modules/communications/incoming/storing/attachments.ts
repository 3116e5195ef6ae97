import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { discardFiles, stageFile } from '#core/files/staged-file.ts';
import type { PreparedAttachment } from '../../messages/reading/message.ts';
import type { MailFile } from '../../messages/reading/read-mail.ts';
import { storableLine } from '../../messages/storable.ts';

const maxAttachments = 100;
const maxContentIdLength = 600;

/** Puts the attachments of one message into the file store. */
export class StagedAttachments {
  readonly #context: Context;
  readonly #staged: PreparedAttachment[] = [];
  readonly notes: string[] = [];

  constructor(context: Context) {
    this.#context = context;
  }

  get all(): readonly PreparedAttachment[] {
    return this.#staged;
  }

  /** Stages a file and returns true. A file that is too large, or over the quota, is left out with a note. Other failures are thrown. */
  async add({ name, contentType, contentId, content, sha256 }: MailFile): Promise<boolean> {
    const fileName = storableLine(name ?? nameFor(contentType), 255) || 'attachment';
    if (this.#staged.length >= maxAttachments) {
      this.notes.push(`The attachment ${fileName} was left out: a mail keeps ${maxAttachments} at most.`);
      return false;
    }
    try {
      const incoming = { name: fileName, declaredType: contentType, content: inOnePiece(content), sha256 };
      const file = await stageFile(this.#context, incoming);
      this.#staged.push({
        file,
        contentId: contentId === undefined ? undefined : storableLine(contentId, maxContentIdLength),
      });
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.notes.push(`The attachment ${fileName} was left out: ${error.message}`);
      return false;
    }
  }

  discard(): Promise<void> {
    return discardFiles(
      this.#context,
      this.#staged.map(({ file }) => file),
    );
  }
}

async function* inOnePiece(content: Buffer): AsyncGenerator<Buffer> {
  if (content.length > 0) yield content;
}

function nameFor(contentType: string): string {
  if (contentType === 'text/calendar') return 'invitation.ics';
  if (contentType === 'message/rfc822') return 'message.eml';
  if (contentType === 'application/pgp-signature') return 'signature.asc';
  return 'attachment';
}
