import { choice, datetime, json, list, longText, modelKey, number, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/model.ts';

/** A finding about sales or a customer, with the question and the records that it is based on. */
export const insights = defineModel({
  slug: 'insights',
  children: ['files', 'notes', 'tasks'],
  fields: {
    name: text({ required: true, search: true }),
    description: longText({ search: true }),
    type: choice({ options: ['metric', 'trend', 'forecast', 'risk', 'recommendation', 'anomaly'] }),
    category: choice({ options: ['pipeline', 'revenue', 'activity', 'customer', 'product', 'market'] }),
    status: choice({ options: ['new', 'reviewed', 'actioned', 'dismissed'], default: 'new', index: true }),
    severity: choice({ options: ['info', 'low', 'medium', 'high', 'critical'] }),
    modelKey: modelKey(),
    aggregation: choice({ options: ['count', 'sum', 'avg', 'min', 'max'] }),
    metric: text({ maxLength: 100, label: 'Measured field' }),
    groupBy: text({ maxLength: 100 }),
    filter: json({ shape: 'object' }),
    period: choice({ options: ['day', 'week', 'month', 'quarter', 'year'] }),
    chartType: choice({ options: ['number', 'bar', 'line', 'pie', 'funnel', 'table'] }),
    value: number(),
    previousValue: number(),
    targetValue: number(),
    unit: text({ maxLength: 30 }),
    confidence: number({ min: 0, max: 100 }),
    recommendation: longText({ search: true }),
    source: choice({ options: ['report', 'ai', 'dataVendor', 'manual'] }),
    accountId: reference('sales.accounts'),
    contactId: reference('sales.contacts'),
    opportunityId: reference('sales.opportunities'),
    organizationId: reference('sales.organizations'),
    productId: reference('sales.products'),
    regionId: reference('sales.regions'),
    detectedAt: datetime({ index: true }),
    expiresAt: datetime(),
    tags: list(),
  },
});
