/** A source is what enrolled a record. */
export type Source = 'manual' | 'trigger' | 'workflow' | 'import' | 'api' | 'form';
