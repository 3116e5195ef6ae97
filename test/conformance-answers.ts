import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json, Reply } from './harness.ts';

const pointer = (...parts: string[]): string =>
  `#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

/** Errors that every operation can return, which the document describes once. */
const commonErrors = new Set([401, 403, 413, 415, 503]);

/**
 * Returns the document with records that allow no other members. Clients must accept fields of later versions, but an
 * answer of this version must have none that its document lacks.
 */
function closed(document: Json): Json {
  const { schemas } = document.components;
  const close = ({ allOf, ...schema }: Json): Json => {
    const base = allOf ? schemas[allOf[0].$ref.split('/').at(-1)] : {};
    const properties = { ...base.properties, ...schema.properties };
    if (properties.updatedAt === undefined) return { ...schema, ...(allOf && { allOf }) };
    return { ...base, ...schema, properties, additionalProperties: false };
  };
  const closedSchemas = Object.entries<Json>(schemas).map(([name, schema]) => [name, close(schema)]);
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(closedSchemas) } };
}

/** Validates answers against the OpenAPI document that the server publishes. */
export class PublishedAnswers {
  readonly document: Json;
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: Json) {
    this.document = closed(document);
    // Optimizing a validator takes longer than it saves for the few answers.
    const code = { optimize: false };
    this.#ajv = new Ajv2020({ strict: false, validateSchema: false, inlineRefs: false, code });
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(this.document, 'openapi');
  }

  has(method: string, path: string): boolean {
    return this.document.paths[path]?.[method.toLowerCase()] !== undefined;
  }

  /** The document must list the status, and the body must match its schema. */
  check(method: string, path: string, reply: Reply): void {
    const operation = this.document.paths[path]?.[method.toLowerCase()];
    assert.ok(operation, `the document lacks ${method} ${path}`);
    const status = commonErrors.has(reply.status) && !operation.responses[reply.status] ? 'default' : reply.status;
    let at = pointer('paths', path, method.toLowerCase(), 'responses', String(status));
    let response = operation.responses[status];
    assert.ok(response, `the document of ${method} ${path} lacks the status ${reply.status}: ${reply.text}`);
    if (response.$ref) {
      at = response.$ref;
      response = this.document.components.responses[at.split('/').at(-1) ?? ''];
    }
    if (response.content) {
      assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
      this.#validate(`${at}/content/application~1json/schema`, reply.body, `${method} ${path}`);
    } else assert.equal(reply.text, '', `${method} ${path} has a body`);
  }

  /** Validates one record against the schema of its model. */
  checkRecord(name: string, record: Json): void {
    this.#validate(pointer('components', 'schemas', name), record, name);
  }

  #validate(at: string, value: Json, what: string): void {
    let validate = this.#validators.get(at);
    if (!validate) {
      validate = this.#ajv.compile({ $ref: `openapi${at}` });
      this.#validators.set(at, validate);
    }
    const problem = validate(value) ? '' : this.#ajv.errorsText(validate.errors, { dataVar: 'answer' });
    assert.equal(problem, '', `the answer of ${what} does not match the document`);
  }
}
