/** A minimal receiver that answers 204 to every complete POST, so that it takes little from the measurement. */
import { createServer } from 'node:net';

const ANSWER = Buffer.from('HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n');
let received = 0;
let latencies: number[] = [];

const server = createServer({ noDelay: true }, (socket) => {
  let rest = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    rest += chunk;
    for (;;) {
      const end = rest.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/content-length: *(\d+)/i.exec(rest.slice(0, end))?.[1] ?? 0);
      if (rest.length < end + 4 + length) return;
      const sentAt = /"sentAt":(\d+)/.exec(rest.slice(end, end + 4 + length))?.[1];
      if (sentAt !== undefined) latencies.push(Date.now() - Number(sentAt));
      rest = rest.slice(end + 4 + length);
      received += 1;
      socket.write(ANSWER);
    }
  });
  socket.on('error', () => {});
});
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }));
process.on('message', (question) => {
  if (question === 'latencies') {
    process.send!({ latencies });
    latencies = [];
  } else process.send!({ received });
});
process.on('disconnect', () => process.exit(0));
