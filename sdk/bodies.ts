/** Encodes what a call sends. JSON is encoded here; forms.ts, for files and forms, is loaded by the first call that needs it. */

export type Bytes = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
/** A file as it is. A stream is sent once: a call with one is not repeated. */
export type RawBody = string | Blob | ArrayBuffer | Uint8Array | Bytes;
/** A file of a form. A stream has no name, so it is given one. */
export type FormFile = Blob | { content: Blob | Uint8Array | Bytes; name: string; type?: string };

export type Encoded = {
  body: unknown;
  contentType?: string;
  /** It can be sent again. */
  isRepeatable: boolean;
  /** Its time depends on its size, so it has no timeout by default. */
  isFile: boolean;
};

export async function encode(body: unknown, contentType?: string): Promise<Encoded> {
  if (body === undefined) return { body, contentType, isRepeatable: true, isFile: false };
  if (contentType !== undefined || !isData(body) || !Object.values(body ?? {}).every(isData)) {
    const { encodeFile } = await import('./forms.ts');
    return encodeFile(body, contentType);
  }
  return asJson(body);
}

export const asJson = (body: unknown): Encoded => ({
  ...{ body: JSON.stringify(body), contentType: 'application/json' },
  ...{ isRepeatable: true, isFile: false },
});

/** Blobs, streams and forms have a class; `content` is that of a file with a name. */
const isData = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  Array.isArray(value) ||
  (Object.getPrototypeOf(value) === Object.prototype && !('content' in value));

/** `crypto.randomUUID` is missing in pages without https. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
