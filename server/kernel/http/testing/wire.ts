/** A client that writes raw bytes, such as no HTTP library would send. */
import { connect, type Socket } from 'node:net';
import type { Failed } from './failure.ts';

/** Sends the bytes as they are and reads until the server closes or one whole answer is in. */
export function send(port: number, ...pieces: (string | Buffer)[]): Promise<Failed> {
  const socket = connect(port, '127.0.0.1');
  for (const piece of pieces) socket.write(piece);
  return readAnswer(socket);
}

export function readAnswer(socket: Socket): Promise<Failed> {
  return new Promise((resolve, reject) => {
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      received += text;
      if (parse(received)?.whole) socket.destroy();
    });
    socket.setTimeout(10_000, () => socket.destroy());
    // A server that refuses a body may reset the connection after its answer.
    socket.on('error', () => {});
    socket.on('close', () => {
      const answer = parse(received);
      if (answer === null) reject(new Error(`closed without an answer: ${JSON.stringify(received)}`));
      else resolve(answer);
    });
  });
}

function parse(text: string): (Failed & { whole: boolean }) | null {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const body = text.slice(end + 4);
  const whole = Buffer.byteLength(body) === Number(headers['content-length']);
  return { status: Number(first.split(' ')[1]), headers, body: whole ? JSON.parse(body) : undefined, whole };
}
