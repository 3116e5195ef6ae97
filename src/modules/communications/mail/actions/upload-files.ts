import { Type } from 'typebox';
import { Access } from '#core/access/access.ts';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { storedFiles } from '../../../data/contract.ts';

const uploadedFile = Type.Object({
  _id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  mimeType: Type.String(),
  size: Type.Integer(),
  sha256: Type.String(),
  url: Type.String({ format: 'uri' }),
});

export const uploadFiles = defineAction({
  name: 'communications.uploadFiles',
  summary: 'Uploads files, as records of data/storedFiles',
  routes: [{ method: 'POST', path: '/api/communications/file-upload' }],
  access: 'communications:write',
  takes: { kind: 'files', max: 20 },
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ files: Type.Array(uploadedFile) }),
  status: 201,
  run: (context) =>
    inTransaction(context, async (within) => {
      const model = storedFiles(within);
      const files: unknown[] = [];
      for (const upload of within.uploads ?? []) {
        // The scope communications:write allows uploads; the record still belongs to the caller.
        const caller = { ...within.caller, access: Access.system };
        const { body } = await invoke({ ...within, caller, uploads: [upload] }, operations.create, model, {
          record: { name: upload.name, ownerId: within.caller.userId },
        });
        const { _id, name, mimeType, size, sha256, url } = JSON.parse(body);
        files.push({ _id, name, mimeType, size, sha256, url: `${within.services.publicUrl()}${url}` });
      }
      return { body: { files } as never };
    }),
});
