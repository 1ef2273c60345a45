/**
 * The format of a backup file: the line `colonnade backup 2`, then one Zstandard stream of records. A record is one byte for its
 * kind, four for its length (big-endian), and its content: JSON, or bytes after the kind `data`.
 *
 *     head                      program, time, fingerprint of the secret, migrations, tables, tables left out, partitions
 *     table, data…, end         the rows of a table, as COPY writes them; their number and digest
 *     file, data…, end          a file of the storage; its size and SHA-256
 *     last                      sequences, totals, files that were missing
 *     digest                    the SHA-256 of all records before it
 *     seal                      the signature of the digest by the secret of the installation
 *
 * Sizes and digests follow their bytes, so a backup of any size is written and read in one pass and in little memory.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { SetupError } from '#kernel/setting.ts';

export type Head = {
  program: string;
  takenAt: string;
  fingerprint: string;
  migrations: { name: string; checksum: string }[];
  tables: { name: string; columns: string[] }[];
  /** Tables of its migrations that are not in it on purpose. */
  leftOut: string[];
  partitions: { parent: string; name: string; from: string; until: string }[];
};

export type Counter = { name: string; value: string; isCalled: boolean };

export type Last = {
  counters: Counter[];
  rows: number;
  files: number;
  /** Keys of files that rows of the snapshot need, and that the storage did not have. */
  missing: string[];
};

export type TableEnd = { rows: number; digest: string };
export type FileEnd = { bytes: number; sha256: string };

const MAGIC = Buffer.from('colonnade backup 2\n');
const OTHER_FORMAT = /^colonnade backup \d/;
const KINDS = ['head', 'table', 'file', 'data', 'end', 'last', 'digest', 'seal'] as const;
type Kind = (typeof KINDS)[number];
const HEADER_BYTES = 5;
/** A damaged length must not make the reader collect gigabytes. */
const MAX_RECORD_BYTES = 256 * 1024 * 1024;

/** Items of a backup: a JSON value with its kind, or bytes of the table or file that was named last. */
export type Item =
  | { kind: 'head'; value: Head }
  | { kind: 'table'; value: { name: string } }
  | { kind: 'file'; value: { key: string } }
  | { kind: 'data'; value: Buffer }
  | { kind: 'end'; value: TableEnd | FileEnd }
  | { kind: 'last'; value: Last };

/** The purpose of the seal's signature (`Secrets.sign`). */
export const SEAL = 'backup';

/** The bytes of a backup file, in pieces. */
export async function* writeArchive(
  items: AsyncIterable<Item>,
  sign: (digest: string) => string,
): AsyncGenerator<Buffer> {
  yield MAGIC;
  // Its own checksum finds most damage before the digests do.
  const compressed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  // An error of the items also destroys `compressed`, and reaches the reader there.
  pipeline(Readable.from(records(items, sign)), compressed).catch(() => {});
  yield* compressed;
}

async function* records(
  items: AsyncIterable<Item>,
  sign: (digest: string) => string,
): AsyncGenerator<Buffer> {
  const all = createHash('sha256');
  for await (const { kind, value } of items) {
    const content = kind === 'data' ? value : Buffer.from(JSON.stringify(value));
    const header = headerOf(kind, content.length);
    all.update(header).update(content);
    yield header;
    yield content;
  }
  const digest = all.digest();
  const seal = Buffer.from(sign(digest.toString('hex')));
  yield Buffer.concat([headerOf('digest', digest.length), digest, headerOf('seal', seal.length), seal]);
}

function headerOf(kind: Kind, length: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(KINDS.indexOf(kind));
  header.writeUInt32BE(length, 1);
  return header;
}

export const damaged = (why: string) => new SetupError(`The backup is damaged or cut off: ${why}.`);

/**
 * The items of a backup file. Fails if a byte is wrong or missing, or if another secret sealed it, at the latest before the item
 * `last`, which ends it.
 */
export async function* readArchive(
  bytes: AsyncIterable<Buffer>,
  isSealed: (digest: string, seal: string) => boolean,
): AsyncGenerator<Item> {
  const all = createHash('sha256');
  const input = new ByteReader(decompressed(bytes));
  const take = async () => {
    const header = await input.take(HEADER_BYTES);
    const kind: Kind | undefined = KINDS[header.readUInt8()];
    const length = header.readUInt32BE(1);
    if (kind === undefined || length > MAX_RECORD_BYTES) throw damaged('it has an unknown record');
    return { header, kind, content: await input.take(length) };
  };
  for (;;) {
    const { header, kind, content } = await take();
    all.update(header).update(content);
    const item = { kind, value: kind === 'data' ? content : parse(content) } as Item;
    if (kind === 'last') {
      const expected = all.digest();
      const [digest, seal] = [await take(), await take()];
      if (digest.kind !== 'digest' || !digest.content.equals(expected))
        throw damaged('its digest does not match its content');
      await input.assertOver();
      // The digest alone proves nothing: anyone who can write the file can compute it.
      if (seal.kind !== 'seal' || !isSealed(expected.toString('hex'), seal.content.toString()))
        throw new SetupError('The backup was changed after it was made, or made by another installation.');
    }
    yield item;
    if (kind === 'last') return;
  }
}

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    throw damaged('a record is not readable');
  }
}

async function* decompressed(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = new ByteReader(bytes);
  const magic = await input.takeUpTo(MAGIC.length);
  if (!magic.equals(MAGIC)) {
    throw new SetupError(
      OTHER_FORMAT.test(magic.toString())
        ? 'The backup has another format. Restore it with the version that made it, and upgrade then.'
        : 'The file is not a backup of Colonnade.',
    );
  }
  const output = createZstdDecompress();
  pipeline(Readable.from(input.rest()), output).catch(() => {});
  try {
    yield* output;
  } catch (error) {
    const isOfZstd = /^Z/.test((error as NodeJS.ErrnoException).code ?? '');
    throw isOfZstd ? damaged(`it cannot be decompressed (${(error as Error).message})`) : error;
  }
}

/** Takes exact numbers of bytes from pieces of any size. */
class ByteReader {
  private pieces: AsyncIterator<Buffer>;
  private held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.pieces = source[Symbol.asyncIterator]();
  }

  async take(count: number): Promise<Buffer> {
    const taken = await this.takeUpTo(count);
    if (taken.length < count) throw damaged('it ends too early');
    return taken;
  }

  async takeUpTo(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let missing = count; missing > 0; ) {
      if (this.held.length === 0) {
        const { value, done } = await this.pieces.next();
        if (done) break;
        this.held = value;
      }
      const part = this.held.subarray(0, missing);
      this.held = this.held.subarray(part.length);
      missing -= part.length;
      parts.push(part);
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  }

  async *rest(): AsyncGenerator<Buffer> {
    if (this.held.length > 0) yield this.held;
    for (let next = await this.pieces.next(); !next.done; next = await this.pieces.next()) yield next.value;
  }

  async assertOver(): Promise<void> {
    if ((await this.takeUpTo(1)).length > 0) throw damaged('it has more bytes than its records');
  }
}
