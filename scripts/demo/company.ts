import { systemCaller } from '#core/access/caller.ts';
import type { ActionHandle } from '#core/action.ts';
import type { Context, TransactionContext } from '#core/context.ts';
import { fromDatabase } from '#core/database-errors.ts';
import { AppError } from '#core/errors.ts';
import { type StagedFile, stageFile } from '#core/files/staged-file.ts';
import type { ChildKind } from '#core/models/declaration.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { Transaction } from '#db/database.ts';
import { StartupError } from '#lib/startup-error.ts';
import { Calendar } from './calendar.ts';
import { asStream, contentOf } from './contents.ts';
import { Random } from './random.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A record as it was sent, with its id. */
export type Saved<T extends Fields = Fields> = T & { readonly _id: string };

export interface Attachments {
  readonly notes?: readonly string[];
  /** Title, and the days until it is due. Tasks in the past are done. */
  readonly tasks?: readonly (readonly [title: string, dueInDays: number])[];
  /** File names. */
  readonly files?: readonly string[];
  /** The author of the notes and the assignee of the tasks. */
  readonly by?: Saved;
}

export const domain = 'kestrelcoffee.example';
export const currency = 'USD';

const dayMs = 86_400_000;
/** Creates the records of the demo company, by the same operations and rules as the API. */
export class Company {
  readonly random = new Random(1948);
  readonly counts = new Map<string, number>();
  /** Files in storage. Discard them when the load fails. */
  readonly uploads: StagedFile[];
  readonly #context: TransactionContext;
  readonly #today: number;
  readonly #calendar: Calendar;
  readonly #onRecord: (count: number) => void;
  #count = 0;

  constructor(context: TransactionContext, today: Date, uploads: StagedFile[], onRecord: (count: number) => void) {
    this.uploads = uploads;
    this.#context = context;
    this.#today = Math.floor(today.getTime() / dayMs) * dayMs;
    this.#onRecord = onRecord;
    // The calendar has its own random numbers, so that dates do not change the contents of records.
    this.#calendar = new Calendar(new Random(1951), today);
  }

  /** The user who loads the demo. */
  get adminId(): string | null {
    return this.#context.caller.userId;
  }

  get tenantId(): string {
    return this.#context.caller.tenantId;
  }

  /** The transaction, for tables that have no model. */
  get tx(): Transaction {
    return this.#context.tx;
  }

  /** Runs an action. A job that it enqueues is done by the server after the load. */
  run<Input, Output>(action: ActionHandle<Input, Output>, input: Input): Promise<Output> {
    return this.#context.services.actions.run(this.#context, action, input);
  }

  /** Adds a record of a model that only the platform writes. */
  addAsPlatform<T extends Fields>(name: string, record: T): Promise<Saved<T>> {
    const { caller } = this.#context;
    return this.#create({ ...this.#context, caller: systemCaller(caller.tenantId, caller.accountKey) }, name, record);
  }

  /** Changes a record that was added before. */
  async change(name: string, { _id: id }: Saved, record: Fields): Promise<void> {
    await invoke(this.#context, operations.update, this.#model(name), { id, record });
  }

  add<T extends Fields>(name: string, record: T): Promise<Saved<T>> {
    return this.#create(this.#context, name, record);
  }

  /** Adds a record of a file model, with content. */
  async addFile<T extends Fields>(name: string, record: T, fileName: string): Promise<Saved<T & { name: string }>> {
    const content = asStream(contentOf(fileName));
    const upload = await stageFile(this.#context, { name: fileName, declaredType: 'text/csv', content });
    this.uploads.push(upload);
    return this.#create({ ...this.#context, uploads: [upload] }, name, { name: fileName, ...record });
  }

  async #create<T extends Fields>(context: Context, name: string, record: T): Promise<Saved<T>> {
    const model = this.#model(name);
    const dates = this.#calendar.datesOf(model, record);
    const { id } = await invoke(context, operations.create, model, { record, dates }).catch((error: unknown) => {
      const cause = fromDatabase(error, this.#context.registry);
      if (!(cause instanceof AppError)) throw error;
      throw new StartupError(`The demo company was not loaded, because of ${name}: ${cause.message}`, { cause });
    });
    this.#calendar.recordCreated(id, dates);
    this.counts.set(model.moduleKey, (this.counts.get(model.moduleKey) ?? 0) + 1);
    this.#count += 1;
    this.#onRecord(this.#count);
    return { ...record, _id: id };
  }

  async addAll<T extends Fields>(name: string, records: readonly T[]): Promise<Saved<T>[]> {
    const saved: Saved<T>[] = [];
    for (const record of records) saved.push(await this.add(name, record));
    return saved;
  }

  /** Adds an entry to a list with unique names, or returns the entry that the tenant already has. */
  async addMissing<T extends Fields & { readonly name: string }>(
    name: string,
    records: readonly T[],
  ): Promise<Saved<T>[]> {
    const saved: Saved<T>[] = [];
    for (const record of records) {
      const existingId = await this.#findByName(name, record.name);
      saved.push(existingId === undefined ? await this.add(name, record) : { ...record, _id: existingId });
    }
    return saved;
  }

  async #findByName(name: string, value: string): Promise<string | undefined> {
    // Names are unique case-insensitively, and `startsWith` compares in the same way.
    const query = () => ({ filter: { name: { startsWith: value } }, fields: 'name', limit: 200, count: 'none' });
    const { body } = await invoke(this.#context, operations.list, this.#model(name), { query });
    const { data } = JSON.parse(body) as { data: { _id: string; name: string }[] };
    return data.find((entry) => entry.name.toLowerCase() === value.toLowerCase())?._id;
  }

  types(name: string, entries: Readonly<Record<string, string>>): Promise<Saved<{ name: string }>[]> {
    return this.addMissing(
      name,
      Object.entries(entries).map(([label, description], position) => ({ name: label, description, position })),
    );
  }

  /** Adds notes, tasks and files to a record. */
  async attach(parentName: string, parent: Saved, { notes = [], tasks = [], files = [], by }: Attachments) {
    const ownerId = by?._id ?? this.adminId;
    const child = (kind: ChildKind) => this.#child(parentName, kind);
    for (const content of notes) {
      const { name, field } = child('notes');
      await this.add(name, { [field]: parent._id, content, ownerId });
    }
    for (const [title, dueIn] of tasks) {
      const { name, field } = child('tasks');
      await this.add(name, { [field]: parent._id, ...this.task(title, dueIn, ownerId) });
    }
    for (const fileName of files) {
      const { name, field } = child('files');
      await this.addFile(name, { [field]: parent._id, ownerId }, fileName);
    }
  }

  task(title: string, dueIn: number, userId: string | null) {
    const done = dueIn < 0;
    return {
      title,
      dueDate: this.day(dueIn),
      status: done ? 'done' : dueIn < 4 ? 'inProgress' : 'open',
      priority: dueIn < 4 && !done ? 'high' : 'normal',
      assignedUserId: userId,
      ownerId: userId,
      ...(done && { completedAt: this.time(dueIn, 16) }),
    };
  }

  /** A date, as an offset in days from today. */
  day(offset: number): string {
    return new Date(this.#today + offset * dayMs).toISOString().slice(0, 10);
  }

  /** The first and the last day of the current quarter. */
  quarter(): { readonly startDate: string; readonly endDate: string } {
    const now = new Date(this.#today);
    const [year, first] = [now.getUTCFullYear(), Math.floor(now.getUTCMonth() / 3) * 3];
    const dayOf = (month: number, day: number) => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
    return { startDate: dayOf(first, 1), endDate: dayOf(first + 3, 0) };
  }

  /** A time, as an offset in days from today. */
  time(offset: number, hour = 9): string {
    return new Date(this.#today + offset * dayMs + hour * 3_600_000).toISOString();
  }

  #model(name: string): Model {
    const model = this.#context.registry.named(name);
    if (model?.name !== name) throw new Error(`there is no model ${name}`);
    return model;
  }

  #child(parentName: string, kind: ChildKind): { name: string; field: string } {
    const model = this.#context.registry.models.find(
      ({ slug, parent }) => parent?.declared.to === parentName && slug.toLowerCase().endsWith(kind),
    );
    if (!model?.parent) throw new Error(`${parentName} has no ${kind}`);
    return { name: model.name, field: model.parent.key };
  }
}
