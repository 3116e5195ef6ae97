export type { Change, ChangesOptions } from './changes.ts';
export {
  type ActionOptions,
  Atrium,
  type AtriumOptions,
  type Credentials,
  type SignedIn,
  type StoredFile,
} from './client.ts';
export {
  type Collection,
  isVersionConflict,
  type ReadOptions,
  type UploadOptions,
  type WriteOptions,
} from './collection.ts';
export type { DeliveriesOptions, Delivery } from './deliveries.ts';
export { AtriumError, type ErrorDetail } from './errors.ts';
export type {
  AggregateQuery,
  AggregateRow,
  AnyModel,
  AnyModels,
  AnyRecord,
  BulkOperation,
  BulkResult,
  Filter,
  ModelMap,
  ModelTypes,
  Operators,
  Page,
  PageMeta,
  Query,
  SystemFields,
} from './models.ts';
export type { Answer, CallOptions, Method } from './transport.ts';
export { type VerifyOptions, verifyWebhook, WebhookError, type WebhookEvent } from './webhook.ts';
