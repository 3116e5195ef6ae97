import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { maxAnswerBytes, pageTooLarge } from '#core/limits/answer-size.ts';
import { pageMeta, pageOfLog, pageParameters, readId, readLogPage, readOneOf } from '#core/query/log-pages.ts';
import { deliveryView, viewDelivery } from '../delivery-log/delivery-view.ts';
import { readableDetails } from '../delivery-log/details-access.ts';
import { deliveryStatuses } from '../sql/delivery-rows.ts';
import { listDeliveryRows } from '../sql/list-delivery-rows.ts';
import { findWebhook, webhookPath, webhookRoute } from '../webhooks/find-webhook.ts';

const filterText = Type.Optional(Type.String());

export const listDeliveries = defineAction({
  name: 'integrations.listDeliveries',
  summary: 'Lists what was sent to a webhook, newest first',
  routes: [{ method: 'GET', path: `${webhookRoute}/deliveries` }],
  access: 'integrations:read',
  input: Type.Object(
    {
      ...webhookPath,
      filter: Type.Optional(
        Type.Object({ status: filterText, type: filterText, eventId: filterText }, { additionalProperties: false }),
      ),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ data: Type.Array(deliveryView), meta: pageMeta }),
  async run(context, { id, filter = {}, ...query }) {
    const webhook = await findWebhook(context, id);
    const page = readLogPage(query);
    const { before, limit, offset } = page;
    const rows = await listDeliveryRows(
      context,
      String(webhook._id),
      {
        statuses: readOneOf(filter.status, 'filter[status]', deliveryStatuses),
        types: filter.type?.split(',') ?? null,
        eventId: readId(filter.eventId, 'filter[eventId]'),
      },
      { before, limit: limit + 1, offset },
    );
    if (Number(rows[0]?.bytes ?? 0) > maxAnswerBytes) throw pageTooLarge();
    const { shown, meta } = pageOfLog(
      page,
      rows.filter(({ id }) => id !== null),
      Number(rows[0]?.total),
    );
    const details = await readableDetails(context, webhook, shown);
    return { body: { data: shown.map((row) => viewDelivery(row, details.has(row))), meta } };
  },
});
