import type { Services } from '#core/context.ts';
import { validationFailed } from '#core/errors.ts';
import { ImapSession } from '../../imap/imap-session.ts';
import { classifyConnectError, type SmtpError } from '../../smtp/classify.ts';
import { SmtpSession } from '../../smtp/smtp-session.ts';
import type { MailboxLogins, ServerLogin } from '../connections/credentials.ts';
import { guardFor } from './guard.ts';
import { describeImapError, type ImapError } from './imap-error.ts';
import { smtpServerOf } from './smtp-server.ts';

const timeouts = { smtpTimeoutMs: 20_000, sendDeadlineMs: 20_000 };

/** Signs in at both servers. An error names the field to correct. */
export async function checkLogins(
  services: Services,
  { imap, smtp }: MailboxLogins,
  signal: AbortSignal,
): Promise<void> {
  await checkImap(services, imap, signal);
  await checkSmtp(services, smtp);
}

async function checkImap(services: Services, login: ServerLogin, signal: AbortSignal) {
  try {
    const guard = guardFor(services, login);
    const session = await ImapSession.open(login, {
      guard,
      allowPlain: guard.allowPrivate,
      resync: false,
      signal,
      onNews: () => {},
    });
    await session.signOut();
  } catch (error) {
    const { fault, text } = describeImapError(error as ImapError);
    throw wrongField(`imap.${fault}`, `The mail server ${text}.`);
  }
}

async function checkSmtp(services: Services, login: ServerLogin): Promise<void> {
  const guard = guardFor(services, login);
  try {
    const session = await SmtpSession.open(smtpServerOf(login, guard.allowPrivate), guard, timeouts);
    session.quit();
  } catch (error) {
    const { code } = error as SmtpError;
    const result = classifyConnectError(error as SmtpError);
    const text = result.kind === 'accepted' ? '' : 'message' in result ? result.message : '';
    throw wrongField(code === 'EAUTH' ? 'smtp.password' : code === 'ETLS' ? 'smtp.secure' : 'smtp.host', text);
  }
}

const wrongField = (field: string, message: string) =>
  validationFailed([{ field, code: 'not_accepted', message: `${field}: ${message}` }]);
