import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileOf, rowsOf } from '#test/table-tools.ts';
import { openTable } from '../open-table.ts';

const people = async (text: string | Buffer, chunkBytes = 65_536) => {
  const table = await openTable(fileOf(text, { chunkBytes }));
  assert.equal(table.format, 'vcard');
  return (await rowsOf(table)).map(({ cells, line }) => ({
    line,
    ...Object.fromEntries(table.columns.map((column, at) => [column, cells[at]]).filter(([, cell]) => cell !== null)),
  }));
};
const refused = (text: string, problem: object) => assert.rejects(people(text), problem);

const current = `BEGIN:VCARD\r
VERSION:4.0\r
UID:urn:uuid:1\r
FN:Dr. Ann\\, Lee\r
N:Lee;Ann;Mary;Dr.;\r
item1.EMAIL;TYPE="work,internet":ann@work.example\r
EMAIL:ann@home.example\r
TEL;VALUE=uri;TYPE="voice,home":tel:+1-555-1\r
TEL;TYPE=cell;PREF=1:+1 555 2\r
TEL;TYPE=fax:+1 555 3\r
ORG:Acme\\; Inc.;Sales\r
TITLE:Head of\r
  Sales\r
ADR;LABEL="a: b":;;1 Main St;Springfield;IL;62701;USA\r
BDAY:19900131\r
NOTE:One\\nTwo\r
CATEGORIES:a,b\r
PHOTO;ENCODING=b;TYPE=JPEG:${'A'.repeat(60)}\r
 ${'B'.repeat(60)}\r
URL:https://a.example/x:y\r
END:VCARD\r
`;

const old = `begin:vcard
VERSION:2.1
N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg
TEL;CELL:0170 1
TEL;WORK;VOICE:030 1
EMAIL;INTERNET;WORK:j@work.example
NOTE;QUOTED-PRINTABLE:Gr=C3=BC=
=C3=9Fe=0D=0Ax
PHOTO;JPEG;BASE64:
 AAAA
 BBBB

end:vcard
`;

describe('a vCard file', () => {
  it('is a row of a person for each card, in all versions, however its bytes arrive', async () => {
    const expected = [
      {
        line: 1,
        'First name': 'Ann Mary',
        'Last name': 'Lee',
        'Full name': 'Dr. Ann, Lee',
        Email: 'ann@home.example',
        'Work email': 'ann@work.example',
        Phone: '+1-555-1',
        Mobile: '+1 555 2',
        Company: 'Acme; Inc.',
        Title: 'Head of Sales',
        Street: '1 Main St',
        City: 'Springfield',
        State: 'IL',
        Zip: '62701',
        Country: 'USA',
        Website: 'https://a.example/x:y',
        Birthday: '1990-01-31',
        Note: 'One\nTwo',
        Categories: 'a, b',
        UID: 'urn:uuid:1',
      },
      {
        line: 23,
        'First name': 'Jörg',
        'Last name': 'Müller',
        Email: 'j@work.example',
        Phone: '030 1',
        Mobile: '0170 1',
        Note: 'Grüße\r\nx',
      },
    ];
    for (const chunkBytes of [1, 7, 65_536])
      assert.deepEqual(await people(`${current}\r\n${old}`, chunkBytes), expected);
    assert.deepEqual(await people(`BEGIN:VCARD\nVERSION:3.0\nEND:VCARD`), []);
    assert.deepEqual(await people(Buffer.from('BEGIN:VCARD\rFN:J\xf6rg\rEND:VCARD\r', 'latin1')), [
      { line: 1, 'Full name': 'Jörg' },
    ]);
  });

  it('is refused with the line when it is wrong', async () => {
    await refused('BEGIN:VCARD\nFN:x', { code: 'card_not_closed', line: 1 });
    await refused('BEGIN:VCARD\nFN:x\nBEGIN:VCARD', { code: 'card_not_closed', line: 1 });
    await refused(`BEGIN:VCARD\nFN:${'x'.repeat(200_000)}`, { code: 'line_too_long', line: 2 });
    await refused(`BEGIN:VCARD\nFN:x\n${' y'.repeat(50_000)}`, { code: 'line_too_long', line: 3 });
    await refused(`BEGIN:VCARD\n${'TEL:1\n'.repeat(1001)}END:VCARD`, { code: 'card_too_large', line: 1 });
    await refused(`BEGIN:VCARD\nNOTE;QUOTED-PRINTABLE:${'=\n'.repeat(1_000_000)}`, { code: 'line_too_long' });
    await refused(`BEGIN:VCARD\n${`NOTE:${'x'.repeat(90_000)}\n`.repeat(20)}`, { code: 'card_too_large', line: 1 });
    assert.equal((await people(`BEGIN:VCARD\nFN:x\nPHOTO:${'x'.repeat(3_000_000)}\nEND:VCARD`)).length, 1);
  });
});
