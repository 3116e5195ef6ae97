import type { JsonValue } from '#core/fields/field.ts';
import { withClicked } from './clicked-links.ts';
import type { FactsOfMail } from './facts-of-mail.ts';
import type { FactKind } from './record-facts.ts';

type Fields = Readonly<Record<string, JsonValue>>;
type Changes = Record<string, JsonValue>;

/** The first fact of a kind sets the time, and later ones keep it. */
const emailTimes: readonly (readonly [FactKind, string])[] = [
  ['sent', 'sentAt'],
  ['delivered', 'deliveredAt'],
  ['bounced', 'bouncedAt'],
  ['complained', 'complainedAt'],
  ['unsubscribed', 'unsubscribedAt'],
  ['firstOpened', 'openedAt'],
  ['firstClicked', 'clickedAt'],
  ['replied', 'repliedAt'],
];
const recipientTimes = emailTimes.filter(([kind]) => kind !== 'complained' && kind !== 'replied');

/** A status is replaced only by a status of a later step. The outbox writes the statuses that no fact sets. */
const emailSteps: Readonly<Record<string, number>> = {
  draft: 0,
  scheduled: 0,
  queued: 0,
  sending: 0,
  sent: 1,
  failed: 1,
  cancelled: 1,
  delivered: 2,
  bounced: 3,
  received: 3,
};
const emailStatuses: readonly (readonly [FactKind, string])[] = [
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['bounced', 'bounced'],
];

/** A mail that failed can be sent again, so failed and cancelled come before sent. */
const recipientSteps: Readonly<Record<string, number>> = {
  pending: 0,
  failed: 1,
  cancelled: 1,
  skipped: 1,
  sent: 2,
  delivered: 3,
  opened: 4,
  clicked: 5,
  bounced: 6,
  unsubscribed: 7,
  complained: 8,
};
const recipientStatuses: readonly (readonly [FactKind, string])[] = [
  ['failed', 'failed'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['firstOpened', 'opened'],
  ['opened', 'opened'],
  ['firstClicked', 'clicked'],
  ['clicked', 'clicked'],
  ['bounced', 'bounced'],
  ['unsubscribed', 'unsubscribed'],
  ['complained', 'complained'],
];

/** The fields of a mail that its facts change. */
export const emailKeys: readonly string[] = [
  'status',
  ...emailTimes.map(([, key]) => key),
  'openCount',
  'clickCount',
  'clickedLinks',
  'error',
];

/** The fields of a recipient that the facts of its mail change. */
export const recipientKeys: readonly string[] = [
  'status',
  ...recipientTimes.map(([, key]) => key),
  'openCount',
  'clickCount',
];

/** Returns the changes that facts make to the record of their mail. */
export function emailChanges(email: Fields, facts: FactsOfMail): Changes {
  const clickedLinks = withClicked(email.clickedLinks, facts.links);
  return {
    ...statusChange(email, facts, emailStatuses, emailSteps),
    ...timeChanges(email, facts, emailTimes),
    ...countChanges(email, facts),
    ...(clickedLinks && { clickedLinks }),
  };
}

/** Returns the changes that facts make to the recipient of their mail. `error` is the error of the mail. */
export const recipientChanges = (recipient: Fields, facts: FactsOfMail, error: JsonValue): Changes => ({
  ...statusChange(recipient, facts, recipientStatuses, recipientSteps),
  ...timeChanges(recipient, facts, recipientTimes),
  ...countChanges(recipient, facts),
  ...((facts.has('failed') || facts.has('bounced')) && error !== null && { error }),
});

function statusChange(
  record: Fields,
  facts: FactsOfMail,
  statuses: readonly (readonly [FactKind, string])[],
  steps: Readonly<Record<string, number>>,
): Changes {
  let status = record.status;
  // A custom status counts as the first step, like that of a mail that was not sent.
  const step = (name: JsonValue | undefined) => (typeof name === 'string' ? (steps[name] ?? 0) : 0);
  for (const [kind, next] of statuses) if (facts.has(kind) && step(next) > step(status)) status = next;
  return status === record.status || status === undefined ? {} : { status };
}

function timeChanges(record: Fields, facts: FactsOfMail, times: readonly (readonly [FactKind, string])[]): Changes {
  const changes: Changes = {};
  for (const [kind, key] of times) {
    const at = facts.first(kind);
    if (at !== null && record[key] === null) changes[key] = at;
  }
  return changes;
}

function countChanges(record: Fields, facts: FactsOfMail): Changes {
  const changes: Changes = {};
  for (const [kind, key] of [
    ['opened', 'openCount'],
    ['clicked', 'clickCount'],
  ] as const) {
    if (facts.has(kind)) changes[key] = Number(record[key] ?? 0) + facts.count(kind);
  }
  return changes;
}
