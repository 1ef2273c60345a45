/** Example receivers: without packages, verifying the raw bytes, comparing in constant time, also during a rotation. */

const node = (secret: string) => `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const SECRET = process.env.WEBHOOK_SECRET ?? '${secret}';

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const expected = 'sha256=' + createHmac('sha256', SECRET).update(body).digest('hex');
  const { 'x-service-signature': current, 'x-service-signature-previous': previous } = request.headers;
  // after a rotation, the previous header has the signatures of the former secrets
  const given = \`\${current}, \${previous}\`.split(', ');
  const isEqual = (text) => text.length === expected.length && timingSafeEqual(Buffer.from(text), Buffer.from(expected));
  if (!given.some(isEqual)) return response.writeHead(400).end();
  response.writeHead(204).end(); // answer at once, then do the work
  const { type, data } = JSON.parse(body);
  // the same event may arrive again, in a retry, resend or replay: process its id once
  console.log(type, request.headers['x-service-event-id'], data);
}).listen(4000);
`;

const python = (secret: string) => `import hashlib, hmac, json, os
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = os.environ.get("WEBHOOK_SECRET", "${secret}").encode()

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        expected = "sha256=" + hmac.new(SECRET, body, hashlib.sha256).hexdigest()
        # after a rotation, the previous header has the signatures of the former secrets
        given = [self.headers.get("X-service-Signature", "")]
        given += self.headers.get("X-service-Signature-Previous", "").split(", ")
        genuine = any([hmac.compare_digest(each, expected) for each in given])
        self.send_response(204 if genuine else 400)
        self.end_headers()
        if genuine:
            event = json.loads(body)
            # the same event may arrive again, in a retry, resend or replay: process its id once
            print(event["type"], self.headers["X-service-Event-Id"], event["data"])

HTTPServer(("", 4000), Receiver).serve_forever()
`;

const curl = (secret: string) => `# Sends a signed delivery to your own receiver, as Colonnade would.
BODY='{"id":"01920000-0000-7000-8000-000000000001","type":"redirect.added","data":{"from":"/old","to":"/new"}}'
SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac '${secret}' | sed 's/^.* //')
curl -i http://localhost:4000/ \\
  -H 'Content-Type: application/json' \\
  -H 'X-service-Event: redirect.added' \\
  -H 'X-service-Delivery: 01920000-0000-7000-8000-000000000001' \\
  -H "X-service-Signature: sha256=$SIGNATURE" \\
  -d "$BODY"
`;

export const receivers = (secret: string) => [
  { name: 'Node', code: node(secret) },
  { name: 'Python', code: python(secret) },
  { name: 'curl', code: curl(secret) },
];
