/** A receiver as light as can be, so that it takes little from what is measured: answers 204 to every complete POST. */
import { createServer } from 'node:net';

const ANSWER = Buffer.from('HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n');
let received = 0;

const server = createServer({ noDelay: true }, (socket) => {
  let rest = '';
  socket.on('data', (chunk) => {
    rest += (chunk as Buffer).toString("latin1");
    for (;;) {
      const end = rest.indexOf('\r\n\r\n');
      if (end === -1) return;
      const at = rest.toLowerCase().lastIndexOf('content-length:', end);
      const length = at === -1 ? 0 : Number.parseInt(rest.slice(at + 15, at + 27), 10);
      if (rest.length < end + 4 + length) return;
      rest = rest.slice(end + 4 + length);
      received += 1;
      socket.write(ANSWER);
    }
  });
  socket.on('error', () => {});
});
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }));
process.on('message', () => process.send!({ received }));
process.on('disconnect', () => process.exit(0));
