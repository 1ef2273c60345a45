/** Encodes files: as they are, or as parts of a form. */
import { asJson, type Bytes, type Encoded, randomHex } from './bodies.ts';

export async function encodeFile(body: unknown, contentType?: string): Promise<Encoded> {
  if (isInstance('FormData', body)) return { body, isRepeatable: true, isFile: true };
  if (isForm(body, contentType)) return encodeForm(body as Record<string, unknown>);
  if (contentType === undefined) return asJson(body);
  if (!isStream(body)) return { body, contentType, isRepeatable: true, isFile: true };
  return { body: await sendable(body), contentType, isRepeatable: IN_BROWSER, isFile: true };
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** JSON has no files, so an object with one is a form. */
const isForm = (body: unknown, contentType?: string) =>
  isPlain(body) &&
  (contentType === 'multipart/form-data' ||
    (contentType === undefined && Object.values(body).some((value) => fileOf(value) !== null)));

type NamedFile = { content: Blob | Bytes; name: string; type: string };

function fileOf(value: unknown): NamedFile | null {
  if (isInstance('Blob', value)) {
    const blob = value as Blob & { name?: string };
    return { content: blob, name: blob.name ?? 'file', type: blob.type };
  }
  if (isStream(value)) throw new TypeError('A stream has no name: give { content, name, type }.');
  if (!isPlain(value) || typeof value.name !== 'string') return null;
  const { content, name, type = '' } = value as { content: unknown; name: string; type?: string };
  if (isStream(content)) return { content, name, type };
  const isBytes = content instanceof Uint8Array || isInstance('Blob', content);
  return isBytes ? { content: new Blob([content as Blob], { type }), name, type } : null;
}

/** Lists are repeated fields; objects are JSON. */
function entriesOf(fields: Record<string, unknown>): [name: string, value: string | NamedFile][] {
  return Object.entries(fields).flatMap(([name, given]) =>
    [given].flat().flatMap((value): [string, string | NamedFile][] => {
      if (value === undefined || value === null) return [];
      const isText = typeof value !== 'object';
      return [[name, isText ? String(value) : (fileOf(value) ?? JSON.stringify(value))]];
    }),
  );
}

async function encodeForm(fields: Record<string, unknown>): Promise<Encoded> {
  const entries = entriesOf(fields);
  const hasStream = entries.some(([, value]) => typeof value === 'object' && isStream(value.content));
  if (hasStream && !IN_BROWSER) return streamForm(entries);
  const form = new FormData();
  for (const [name, value] of entries) {
    if (typeof value === 'string') form.append(name, value);
    else {
      const { content, name: fileName, type } = value;
      const bytes = isStream(content) ? await new Response(streamOf(content)).blob() : content;
      form.append(name, new Blob([bytes], { type: type || bytes.type }), fileName);
    }
  }
  // fetch writes the content type, with the boundary that it chooses.
  return { body: form, isRepeatable: true, isFile: true };
}

/** FormData takes no streams, so the form is written by hand. */
function streamForm(entries: [string, string | NamedFile][]): Encoded {
  const boundary = `----colonnade${randomHex(16)}`;
  const text = new TextEncoder();
  const quoted = (value: string) =>
    value.replace(/["\r\n]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
  async function* write(): AsyncGenerator<Uint8Array> {
    for (const [name, value] of entries) {
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
      if (typeof value === 'string') yield text.encode(`${head}\r\n\r\n${value}\r\n`);
      else {
        const type = value.type || 'application/octet-stream';
        yield text.encode(`${head}; filename="${quoted(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`);
        yield* piecesOf(isStream(value.content) ? value.content : value.content.stream());
        yield text.encode('\r\n');
      }
    }
    yield text.encode(`--${boundary}--\r\n`);
  }
  return {
    ...{ body: streamOf(write()), contentType: `multipart/form-data; boundary=${boundary}` },
    ...{ isRepeatable: false, isFile: true },
  };
}

/** Browsers send a stream over HTTP/2 alone, and some never do: there it is read into memory. */
const IN_BROWSER = 'document' in globalThis || 'importScripts' in globalThis;
const sendable = async (stream: Bytes) =>
  IN_BROWSER ? new Response(streamOf(stream)).blob() : streamOf(stream);

const isStream = (value: unknown): value is Bytes =>
  typeof value === 'object' &&
  value !== null &&
  !isInstance('Blob', value) &&
  ('getReader' in value || Symbol.asyncIterator in value);

function streamOf(bytes: Bytes): ReadableStream<Uint8Array<ArrayBuffer>> {
  if ('getReader' in bytes) return bytes as ReadableStream<Uint8Array<ArrayBuffer>>;
  const iterator = bytes[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
    cancel: async (reason) => void (await iterator.return?.(reason)),
  });
}

async function* piecesOf(bytes: Bytes): AsyncGenerator<Uint8Array> {
  const reader = streamOf(bytes).getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
}

/** By name, because a runtime or a page may lack the class. */
function isInstance(name: 'Blob' | 'FormData', value: unknown): boolean {
  const Class = (globalThis as Record<string, unknown>)[name] as (new () => object) | undefined;
  return Class !== undefined && value instanceof Class;
}
