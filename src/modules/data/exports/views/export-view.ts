import { Type } from 'typebox';
import { recordSchema } from '#core/derive/schemas.ts';
import { buildModel } from '#core/models/model.ts';
import { exportsModel } from '../models/exports.ts';

export const exportPath = '/api/data/exports';

export const exportId = Type.Object({ id: Type.String() }, { additionalProperties: false });

/** A record of data/exports, with the progress of its job while that runs. */
export const exportView = Type.Unsafe(recordSchema(buildModel('data', exportsModel)));
