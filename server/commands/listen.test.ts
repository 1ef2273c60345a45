import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signBody } from '../modules/webhooks/sending/signature.ts';
import { runProgram } from './testing/process.ts';

it('colonnade listen accepts each secret of a rotation, and refuses others', async () => {
  const secret = 'whsec_b2xk';
  const receiver = runProgram(['listen', '--port', '0', '--secret', secret, '--json']);
  const [, url] = await receiver.says(/(http:\/\/localhost:\d+\/)/);
  const body = '{"id":"1"}';
  const post = async (headers: Record<string, string>) =>
    (await fetch(url!.replace('localhost', '127.0.0.1'), { method: 'POST', body, headers })).status;
  const [own, newer, newest] = [secret, 'whsec_bmV3', 'whsec_bmV3ZXI='].map((each) => signBody(each, body));
  const current = { 'x-service-signature': newest! };
  assert.deepEqual(
    [
      await post({ 'x-service-signature': own! }),
      await post({ ...current, 'x-service-signature-previous': own! }),
      await post({ ...current, 'x-service-signature-previous': `${newer}, ${own}` }),
      await post({ ...current, 'x-service-signature-previous': newer! }),
      await post({}),
    ],
    [204, 204, 204, 400, 400],
  );
  receiver.child.kill('SIGINT');
  assert.equal((await receiver.ended()).code, 0);
});
