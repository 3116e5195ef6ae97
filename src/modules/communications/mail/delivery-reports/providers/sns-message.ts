import { verify, X509Certificate } from 'node:crypto';
import { LruMap } from '#lib/lru.ts';
import { type JsonObject, textIn } from './json-values.ts';
import { notFromProvider } from './provider.ts';
import { fetchFromSns } from './sns-http.ts';

const signedKeys: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

/** Amazon has one certificate per region, and replaces it about once a year. */
const certificates = new LruMap<string, X509Certificate>(50);

/** Throws unless Amazon has signed the message. The certificate comes from the region of the topic. */
export async function verifySnsMessage(message: JsonObject): Promise<void> {
  const keys = signedKeys[textIn(message.Type) ?? ''];
  const signature = Buffer.from(textIn(message.Signature) ?? '', 'base64');
  const algorithm = message.SignatureVersion === '2' ? 'sha256' : message.SignatureVersion === '1' ? 'sha1' : undefined;
  const url = snsUrl(textIn(message.SigningCertURL), textIn(message.TopicArn));
  if (!keys || !algorithm || signature.length === 0 || !url) throw notFromProvider();
  if (!/^\/SimpleNotificationService-[\w-]{1,80}\.pem$/.test(url.pathname) || url.search !== '')
    throw notFromProvider();
  const signed = keys
    .flatMap((key) => (message[key] === undefined ? [] : `${key}\n${String(message[key])}\n`))
    .join('');
  const certificate = await certificateAt(url.href);
  const isValid = new Date(certificate.validTo) > new Date() && new Date(certificate.validFrom) <= new Date();
  if (!isValid || !verify(algorithm, Buffer.from(signed), certificate.publicKey, signature)) throw notFromProvider();
}

/**
 * Returns the URL when it belongs to Amazon SNS in the region of the topic. Only names such as us-east-1 are regions:
 * anybody can create a bucket `sns`, whose host would be sns.s3.amazonaws.com.
 */
export function snsUrl(text: string | undefined, topicArn: string | undefined): URL | undefined {
  const [, region] = topicArnPattern.exec(topicArn ?? '') ?? [];
  if (region === undefined || text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const hosts = [`sns.${region}.amazonaws.com`, `sns.${region}.amazonaws.com.cn`];
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  return isPlain && hosts.includes(url.hostname) ? url : undefined;
}

export const topicArnPattern = /^arn:aws(?:-cn|-us-gov)?:sns:([a-z]{2}(?:-[a-z]+)+-\d{1,2}):\d{12}:[\w.-]{1,256}$/;

async function certificateAt(url: string): Promise<X509Certificate> {
  const cached = certificates.get(url);
  if (cached) return cached;
  const certificate = new X509Certificate(await fetchFromSns.get(url));
  certificates.set(url, certificate);
  return certificate;
}
