import { writeMailFile } from '#lib/mail-files.ts';
import type { SendResult } from '../../smtp/send-result.ts';
import { composeMessage, whyNotSendable } from './message.ts';
import type { OutgoingMail, Transport } from './transport.ts';

/** Writes mail to `.eml` files, which any mail program opens. Used when no mail server is configured. */
export class CaptureTransport implements Transport {
  readonly id = null;
  readonly maxConnections = 10;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async send(mail: OutgoingMail): Promise<SendResult> {
    const reason = whyNotSendable(mail);
    if (reason !== undefined) return { kind: 'refused', message: reason };
    const message = await composeMessage(mail, undefined, 'unix');
    const name = await writeMailFile(this.#folder, mail.id, await message.open());
    return { kind: 'accepted', response: `written to ${name}` };
  }

  async verify(): Promise<undefined> {
    return undefined;
  }

  close(): void {}
}
