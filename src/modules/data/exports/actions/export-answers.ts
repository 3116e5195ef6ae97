import { Type } from 'typebox';
import { writtenFormats } from '#lib/tabular/table.ts';
import { exportStatuses } from '../models/exports.ts';

export const exportPath = '/api/data/exports';

export const exportId = Type.Object({ id: Type.String() }, { additionalProperties: false });

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()]);

/** A record of data/exports. */
export const exportView = Type.Object(
  {
    _id: Type.String({ format: 'uuid' }),
    name: Type.String({ description: 'The name of the file.' }),
    model: Type.String({ description: 'module.slug' }),
    format: Type.Enum([...writtenFormats]),
    status: Type.Enum([...exportStatuses]),
    total: nullable(Type.Integer({ description: 'The number of records; null until they were counted.' })),
    rows: nullable(Type.Integer({ description: 'The number of rows that are written.' })),
    size: nullable(Type.Integer({ description: 'The bytes of the file.' })),
    error: nullable(Type.String()),
    jobId: nullable(Type.String({ format: 'uuid' })),
    expiresAt: nullable(Type.String({ format: 'date-time' })),
  },
  { additionalProperties: true, description: 'A record of data/exports.' },
);
