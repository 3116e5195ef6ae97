import { type Change, type ChangesOptions, readChanges } from './changes.ts';
import { appendFile, Collection, type UploadOptions, type WriteOptions } from './collection.ts';
import { type DeliveriesOptions, type Delivery, readDeliveries } from './deliveries.ts';
import type { AnyModel, AnyModels, ModelMap, ModelTypes } from './models.ts';
import { queryString } from './query-string.ts';
import { type Answer, type CallOptions, type Method, Transport } from './transport.ts';

export interface AtriumOptions extends Omit<CallOptions, 'signal'> {
  /** The address of the server, such as `https://crm.example.com`. */
  readonly url: string;
  /** A key of `identity/apiKeys`. */
  readonly apiKey?: string | undefined;
  /** A token of a sign-in, in place of a key. */
  readonly token?: string | undefined;
  /** The account to sign in to, when neither the host nor the default of the server names it. A key belongs to one account. */
  readonly accountKey?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly accountKey?: string | undefined;
}

export interface SignedIn {
  readonly token: string;
  readonly user: { readonly id: string; readonly email: string; readonly roles: readonly string[] };
}

export interface ActionOptions extends WriteOptions {
  /** The query of the address. Nested values are filters: `{filter: {campaignId: id}}`. */
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

export interface StoredFile {
  readonly _id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly url: string;
}

/** What a client can do besides the records of its models, which are `client.<module>.<slug>`. */
class AtriumClient {
  readonly #transport: Transport;
  readonly #accountKey: string | undefined;

  constructor({ apiKey, token, accountKey, ...options }: AtriumOptions) {
    if (apiKey !== undefined && token !== undefined) throw new TypeError('Give apiKey or token, not both.');
    this.#transport = new Transport(options, apiKey ?? token);
    this.#accountKey = accountKey;
  }

  get url(): string {
    return this.#transport.url;
  }

  /** Signs in. Later calls of this client carry the token, which is returned as well. */
  async login(
    { email, password, accountKey = this.#accountKey }: Credentials,
    options?: CallOptions,
  ): Promise<SignedIn> {
    const { body } = await this.#transport.json<SignedIn>(
      {
        method: 'POST',
        path: '/api/identity/auth/login',
        body: { email, password, ...(accountKey !== undefined && { accountKey }) },
        readOnly: true,
      },
      options,
    );
    this.#transport.token = body.token;
    return body;
  }

  /** The records of a model by its name, `module.slug`: for models that the types do not have. */
  model<Model extends ModelTypes = AnyModel>(name: string): Collection<Model> {
    const [module = '', slug = '', ...rest] = name.split('.');
    if (module === '' || slug === '' || rest.length > 0)
      throw new TypeError(`"${name}" must be module.slug, such as sales.contacts.`);
    return new Collection<Model>(this.#transport, module, slug);
  }

  /** Calls any path of the API: `client.action('POST', '/api/sales/quotes/…/send', {to: '…'})`. */
  async action<T = unknown>(method: Method, path: string, body?: unknown, options?: ActionOptions): Promise<T> {
    return (await this.request<T>(method, path, body, options)).body;
  }

  /** As `action`, with the status and the headers of the answer. */
  async request<T = unknown>(
    method: Method,
    path: string,
    body?: unknown,
    { query, dryRun, ifVersion, idempotencyKey, headers, ...options }: ActionOptions = {},
  ): Promise<Answer<T>> {
    const text = queryString({ ...query, ...(dryRun && { dryRun: true }) }) ?? '';
    const full = path.includes('?') ? `${path}${text.replace('?', '&')}` : `${path}${text}`;
    return this.#transport.json<T>(
      { method, path: requirePath(full), body, idempotencyKey },
      { ...options, headers: { ...(ifVersion !== undefined && { 'if-match': `"${ifVersion}"` }), ...headers } },
    );
  }

  /** Downloads from a path, such as the PDF of a quote. The answer's body is a stream. */
  download(path: string, options?: CallOptions): Promise<Response> {
    return this.#transport.stream({ method: 'GET', path: requirePath(path), accept: '*/*' }, options);
  }

  /** Stores a file as `data/storedFiles`. */
  async upload(file: Blob, { name, ...options }: UploadOptions = {}): Promise<StoredFile> {
    const form = new FormData();
    appendFile(form, file, name);
    const { files } = await this.action<{ files: [StoredFile] }>(
      'POST',
      '/api/communications/file-upload',
      form,
      options,
    );
    return files[0];
  }

  /** Every change that you may see, as it happens: `for await (const change of client.changes({model: 'contact'}))`. */
  changes(options: ChangesOptions = {}): AsyncGenerator<Change, void, undefined> {
    return readChanges(this.#transport, options);
  }

  /** The bodies that a webhook of yours would get, for programs that the server cannot reach. */
  deliveries(options: DeliveriesOptions = {}): AsyncGenerator<Delivery, void, undefined> {
    return readDeliveries(this.#transport, options);
  }
}

function requirePath(path: string): string {
  if (!path.startsWith('/')) throw new TypeError(`"${path}" must begin with /, as /api/sales/contacts does.`);
  return path;
}

/** `client.sales.contacts`, for each model of the types. */
type Collections<Models extends ModelMap> = {
  readonly [Module in keyof Models]: { readonly [Slug in keyof Models[Module]]: Collection<Models[Module][Slug]> };
};

export type Atrium<Models extends ModelMap = AnyModels> = AtriumClient & Collections<Models>;

interface AtriumConstructor {
  new <Models extends ModelMap = AnyModels>(options: AtriumOptions): Atrium<Models>;
}

/** Members that others look for on any object; a module has none of these names. */
const foreign = new Set<string>(['then', 'toJSON', 'constructor']);

const proxyOf = <T extends object>(target: T, find: (name: string) => unknown): T =>
  new Proxy(target, {
    get(on, name) {
      if (typeof name !== 'string' || name in on || foreign.has(name)) {
        const value = Reflect.get(on, name, on) as unknown;
        return typeof value === 'function' ? value.bind(on) : value;
      }
      return find(name);
    },
  });

function create(options: AtriumOptions): AtriumClient {
  if (new.target === undefined) throw new TypeError('Call Atrium with new.');
  const client = new AtriumClient(options);
  return proxyOf(client, (module) => proxyOf({}, (slug) => client.model(`${module}.${slug}`)));
}

/** A client of one account. */
export const Atrium = create as unknown as AtriumConstructor;
