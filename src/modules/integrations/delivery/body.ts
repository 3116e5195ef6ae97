import { stripHidden } from '#core/query/rows.ts';
import type { ClaimedDelivery, DeliveryActor, DerivedChange } from './data/delivery.ts';

type BodySource = Pick<
  ClaimedDelivery,
  'body' | 'eventId' | 'type' | 'restored' | 'eventAt' | 'accountKey' | 'recordId' | 'hidden' | 'actor'
>;

interface EventFields {
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly accountKey: string;
  readonly restored?: boolean;
  readonly actor?: DeliveryActor | DerivedChange | null;
  /** JSON text. */
  readonly record: string;
  /** JSON text of the previous values of an update. */
  readonly previous?: string | null;
}

/**
 * The body of an event, as it is sent and signed. The record is copied as text, so that every attempt sends the same
 * bytes.
 */
export const eventBody = ({ id, type, at, accountKey, restored, actor, record, previous }: EventFields): string =>
  `{"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"timestamp":"${at.toISOString()}","accountKey":${JSON.stringify(accountKey)}${
    restored ? ',"restored":true' : ''
  }${actor ? originOf(actor) : ''},"data":{"record":${record}${previous ? `,"previous":${previous}` : ''}}}`;

const originOf = (actor: DeliveryActor | DerivedChange): string =>
  'derived' in actor ? ',"derived":true' : `,"actor":${JSON.stringify(actor)}`;

/** The body of a delivery, without hidden fields. The body of a deletion has only the id of the record. */
export const bodyOf = (
  { body, eventId, type, restored, eventAt, accountKey, recordId, hidden, actor }: BodySource,
  { record, previous }: Pick<ClaimedDelivery, 'record' | 'previous'>,
): string =>
  body ??
  eventBody({
    id: eventId,
    type,
    at: eventAt,
    accountKey,
    restored,
    actor,
    previous: previous === null ? null : stripHidden(previous, { hidden }),
    record:
      record === null ? JSON.stringify(recordId === null ? {} : { _id: recordId }) : stripHidden(record, { hidden }),
  });
