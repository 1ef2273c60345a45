/** Three misbehaving receivers, in their own process so that their memory is not counted as ours. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

const CHUNK = Buffer.alloc(65_536, '.');
/** One in this many dripping responses never ends. */
const ENDLESS = 1000;
let requests = 0;
let resets = 0;

/** Sends a body that never ends. */
function flood(socket: Socket): void {
  const pour = () => {
    while (socket.writable && socket.write(CHUNK)) {}
  };
  socket.once('close', () => socket.removeAllListeners('drain'));
  socket.on('drain', pour);
  socket.write('HTTP/1.1 200 OK\r\n\r\n');
  pour();
}

/** Sends one byte at a time. */
function drip(socket: Socket): void {
  const isEndless = requests % ENDLESS === 0;
  let left = 10;
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n');
  const timer = setInterval(() => {
    if (!socket.writable) return clearInterval(timer);
    if (isEndless && left === 1) return;
    socket.write('.');
    left -= 1;
    if (left === 0) clearInterval(timer);
  }, 20);
}

/** Resets every third connection; resetting all of them would make the sender back off. */
function reset(socket: Socket): void {
  resets += 1;
  if (resets % 3 === 0) socket.resetAndDestroy();
  else socket.write('HTTP/1.1 204 No Content\r\n\r\n');
}

async function listen(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.setEncoding('latin1').on('data', (text: unknown) => {
      if (!String(text).startsWith('POST ')) return;
      requests += 1;
      answer(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const ports = await Promise.all([flood, drip, reset].map(listen));
process.send!({ ports });
process.on('message', () => process.send!({ requests }));
process.on('disconnect', () => process.exit(0));
