import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, test } from 'node:test';
import { httpReceiver, rawReceiver, sender } from '../testing/receivers.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const quick = { timeoutMs: 1_000 };

function assertWithin(durationMs: number, limit: number): void {
  assert.ok(durationMs <= limit, `took ${durationMs} ms`);
}

function drip(socket: Socket, text: string, everyMs = 10): void {
  let at = 0;
  const timer = setInterval(() => socket.write(text[at++ % text.length]!), everyMs);
  socket.on('close', () => clearInterval(timer));
}

/** Writes the block repeatedly as fast as it is read, and counts the bytes. */
function flood(socket: Socket, block: Buffer, limit = 300e6): { written: number } {
  const count = { written: 0 };
  const pump = () => {
    while (!socket.destroyed && count.written < limit) {
      count.written += block.length;
      if (!socket.write(block)) return void socket.once('drain', pump);
    }
    socket.end();
  };
  pump();
  return count;
}

const TIMEOUTS: [string, (socket: Socket) => void, string, number | null][] = [
  ['never answers', () => {}, 'The receiver did not answer in time.', null],
  [
    'sends half the headers',
    (socket) => socket.write(`${OK}content-le`),
    'The receiver did not answer in time.',
    null,
  ],
  [
    'drips its headers',
    (socket) => drip(socket, `${OK}${'x: 1\r\n'.repeat(100)}`),
    'The receiver did not answer in time.',
    null,
  ],
  [
    'hangs after its headers',
    (socket) => socket.write(`${OK}content-length: 5\r\n\r\n`),
    'The receiver began to answer but did not finish in time.',
    200,
  ],
  [
    'drips its body a byte at a time',
    (socket) => {
      socket.write(`${OK}content-length: 100000\r\n\r\n`);
      drip(socket, 'x');
    },
    'The receiver began to answer but did not finish in time.',
    200,
  ],
  [
    'repeats 102 Processing',
    (socket) => drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 1),
    'The receiver did not answer in time.',
    null,
  ],
];

describe('a receiver that takes too long', { concurrency: true }, () => {
  for (const [title, talk, message, statusCode] of TIMEOUTS) {
    test(`a receiver that ${title} causes a timeout at the deadline`, async (t) => {
      const receiver = await rawReceiver(t, talk);
      const result = await sender(t, quick).post(receiver.url);
      assert.equal(result.outcome, 'failure');
      assert.equal(result.failure, 'timeout');
      assert.equal(result.message, message);
      assert.equal(result.statusCode, statusCode);
      assert.ok(result.durationMs >= 995);
      // Less than the regular ten seconds, with a margin for a busy machine.
      assertWithin(result.durationMs, 8_000);
    });
  }
});

test('a timed-out connection is destroyed by the sender', async (t) => {
  const receiver = await rawReceiver(t, () => {});
  await sender(t, quick).post(receiver.url);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(receiver.sockets.size, 0);
});

test('a 200 with hundreds of megabytes is cut and is a success, in constant memory', async (t) => {
  let count = { written: 0 };
  const receiver = await rawReceiver(t, (socket) => {
    socket.write(`${OK}content-type: text/plain\r\n\r\n`);
    count = flood(socket, Buffer.alloc(65_536, 'x'));
  });
  const before = process.memoryUsage().rss;
  const result = await sender(t).post(receiver.url);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(result.outcome, 'success');
  assert.equal(result.answerBody, 'x'.repeat(4096));
  assert.ok(count.written < 20e6, `read about ${count.written} bytes`);
  assert.ok(process.memoryUsage().rss - before < 60e6);
  assert.equal(receiver.sockets.size, 0);
});

test('a 500 with hundreds of megabytes is cut and is a failure by its status', async (t) => {
  const receiver = await rawReceiver(t, (socket) => {
    socket.write('HTTP/1.1 500 Oh\r\ncontent-length: 300000000\r\n\r\n');
    flood(socket, Buffer.alloc(65_536, 'x'));
  });
  const result = await sender(t).post(receiver.url);
  assert.equal(result.failure, 'status');
  assert.equal(result.statusCode, 500);
});

test('an answer of 64 KiB is read to its end, and a longer one closes its connection', async (t) => {
  for (const [bytes, connections] of [
    [65_536, 1],
    [65_537, 2],
  ] as const) {
    const receiver = await httpReceiver(t, (_request, response) => void response.end('x'.repeat(bytes)));
    const { post } = sender(t);
    for (let n = 0; n < 2; n += 1) assert.equal((await post(receiver.url)).outcome, 'success');
    assert.equal(receiver.accepted(), connections);
  }
});

for (const [title, prefix, block, failure] of [
  ['endless headers', OK, `x-${'y'.repeat(62)}: ${'z'.repeat(1000)}\r\n`, 'protocol'],
  ['an endless reason', 'HTTP/1.1 200 ', 'o'.repeat(1000), 'protocol'],
  ['endless informational answers', '', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100), 'protocol'],
  ['an endless chunk extension', `${OK}transfer-encoding: chunked\r\n\r\n5;`, 'e'.repeat(1000), null],
] as const) {
  test(`a receiver that sends ${title} is cut off long before the deadline`, async (t) => {
    let count = { written: 0 };
    const receiver = await rawReceiver(t, (socket) => {
      socket.write(prefix);
      count = flood(socket, Buffer.from(block.repeat(20)));
    });
    const result = await sender(t).post(receiver.url);
    assert.equal(result.failure, failure);
    assertWithin(result.durationMs, 4_000);
    assert.ok(count.written < 20e6, `read about ${count.written} bytes`);
  });
}

test('headers over 16 KiB are a protocol failure', async (t) => {
  const receiver = await rawReceiver(t, (socket) => {
    socket.end(`${OK}x-long: ${'z'.repeat(17_000)}\r\ncontent-length: 0\r\n\r\n`);
  });
  const result = await sender(t).post(receiver.url);
  assert.equal(result.failure, 'protocol');
  assert.equal(result.message, "The receiver's answer has too many or too long headers.");
});

for (const [title, answer] of [
  ['garbage', '\u0001\u0002nonsense\r\n\r\n'],
  ['an SSH banner', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['an unasked 100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['a status below 100', 'HTTP/1.1 099 Early\r\ncontent-length: 2\r\n\r\nok'],
  ['an unasked 101 without an upgrade', 'HTTP/1.1 101 Switching\r\ncontent-length: 2\r\n\r\nok'],
  ['an unasked upgrade', 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
] as const) {
  test(`${title} instead of an answer is a protocol failure`, async (t) => {
    const receiver = await rawReceiver(t, (socket) => void socket.write(answer, 'latin1'));
    const result = await sender(t).post(receiver.url);
    assert.equal(result.failure, 'protocol');
    assert.equal(result.message, 'The receiver did not answer with valid HTTP.');
  });
}

for (const head of ['connection: close\r\ncontent-length: 9', 'content-length: 1\r\ncontent-length: 2']) {
  test(`an answer that contradicts "${head.replace('\r\n', ', ')}" is a protocol failure`, async (t) => {
    const receiver = await rawReceiver(t, (socket) => void socket.end(`${OK}${head}\r\n\r\nabc`));
    const result = await sender(t).post(receiver.url);
    assert.equal(result.failure, 'protocol');
    assert.equal(result.message, "The receiver's answer did not have the length that it announced.");
  });
}

for (const [title, talk] of [
  ['resets the connection', (socket: Socket) => void socket.resetAndDestroy()],
  ['closes without an answer', (socket: Socket) => void socket.end()],
  ['closes in the middle of its headers', (socket: Socket) => void socket.end(`${OK}content-`)],
  [
    'closes in the middle of its body',
    (socket: Socket) => void socket.end(`${OK}content-length: 9\r\n\r\nabc`),
  ],
] as const) {
  test(`a receiver that ${title} causes a reset failure`, async (t) => {
    const receiver = await rawReceiver(t, talk);
    const result = await sender(t).post(receiver.url);
    assert.equal(result.failure, 'reset');
    assert.equal(result.outcome, 'failure');
    assert.equal(receiver.accepted(), 1);
  });
}

test('sends to two hundred hostile receivers at once all end in time, and none ends the process', async (t) => {
  const talks = [
    () => {},
    (socket: Socket) => void socket.resetAndDestroy(),
    (socket: Socket) => drip(socket, OK),
    (socket: Socket) => void flood(socket, Buffer.alloc(65_536, 'x'), 5e6),
  ];
  const receivers = await Promise.all(talks.map((talk) => rawReceiver(t, talk)));
  const { post } = sender(t, { timeoutMs: 400, connectionsPerOrigin: 50 });
  const results = await Promise.all(Array.from({ length: 200 }, (_, n) => post(receivers[n % 4]!.url)));
  for (const { outcome, durationMs } of results) {
    assert.equal(outcome, 'failure');
    // Twice the deadline suffices on an idle machine.
    assertWithin(durationMs, 5_000);
  }
});
