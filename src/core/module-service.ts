import type { Services } from './context.ts';

declare module './context.ts' {
  interface Services {
    /** The object of a service that a module declares. It is created at first use. */
    of<T>(service: Service<T>): T;
  }
}

/** An object of a module that lives as long as the process, such as an HTTP client or a cache. */
export interface Service<T> {
  /** The key of the module and the name of the object, for errors. */
  readonly name: string;
  readonly make: (services: Services) => T;
  /**
   * Releases the resources of the object when nothing uses it any more. It is a method, because a list of services of
   * different types could not be typed with a function.
   */
  close?(made: T): Promise<void> | void;
}

export const defineService = <T>(service: Service<T>): Service<T> => service;

/** The services of all modules. */
export class ModuleServices {
  readonly #declared: ReadonlySet<Service<unknown>>;
  /** The services that were created. A service comes after those that it needs. */
  readonly #made = new Map<Service<unknown>, unknown>();
  readonly #making = new Set<Service<unknown>>();

  constructor(declared: readonly Service<unknown>[]) {
    this.#declared = new Set(declared);
  }

  of<T>(services: Services, service: Service<T>): T {
    if (this.#made.has(service)) return this.#made.get(service) as T;
    if (!this.#declared.has(service)) throw new Error(`the service ${service.name} is not listed in a module`);
    if (this.#making.has(service)) throw new Error(`the service ${service.name} needs itself`);
    this.#making.add(service);
    try {
      const made = service.make(services);
      this.#made.set(service, made);
      return made;
    } finally {
      this.#making.delete(service);
    }
  }

  /** Closes each service before those that it needs. Closes all of them even when one fails, and throws at the end. */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    const failed: string[] = [];
    for (const [service, made] of [...this.#made].reverse()) {
      try {
        await service.close?.(made);
      } catch (error) {
        errors.push(error);
        failed.push(service.name);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, `services were not closed: ${failed.join(', ')}`);
  }
}
