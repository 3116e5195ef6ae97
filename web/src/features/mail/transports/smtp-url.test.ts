import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emptyServer, smtpUrl } from './smtp-url.ts';

describe('the URL of a mail server', () => {
  it('has the login with special characters encoded', () => {
    const url = smtpUrl({ ...emptyServer, host: 'mail.example.com', user: 'a@b', password: 'p:/?#%' });
    assert.equal(url, 'smtps://a%40b:p%3A%2F%3F%23%25@mail.example.com:465');
  });

  it('says when STARTTLS is required', () => {
    const url = smtpUrl({ ...emptyServer, security: 'startTls', host: '2001:db8::1', port: 587 });
    assert.equal(url, 'smtp://[2001:db8::1]:587?requireTLS=true');
  });
});
