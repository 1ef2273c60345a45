/**
 * Example receivers, for the dashboard and the guides: they verify the raw bytes and compare in constant time, also during a
 * rotation. All but the one in Ruby need no package.
 */

const node = (secret: string) => `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const SECRET = process.env.WEBHOOK_SECRET ?? '${secret}';

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray().catch(() => [])); // empty if the sender went away
  const expected = 'sha256=' + createHmac('sha256', SECRET).update(body).digest('hex');
  const { 'x-service-signature': current, 'x-service-signature-previous': previous } = request.headers;
  // after a rotation, the previous header has the signatures of the former secrets
  const given = \`\${current}, \${previous}\`.split(', ');
  const isEqual = (bytes) => bytes.length === expected.length && timingSafeEqual(bytes, Buffer.from(expected));
  if (!given.some((text) => isEqual(Buffer.from(text)))) return response.writeHead(400).end();
  response.writeHead(204).end(); // answer at once, then do the work
  const { type, data } = JSON.parse(body);
  // the same event may arrive again, in a retry, resend or replay: process its id once
  console.log(type, request.headers['x-service-event-id'], data);
}).listen(4000);
`;

const python = (secret: string) => `import hashlib, hmac, json, os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("WEBHOOK_SECRET", "${secret}").encode()

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        expected = "sha256=" + hmac.new(SECRET, body, hashlib.sha256).hexdigest()
        # after a rotation, the previous header has the signatures of the former secrets
        given = [self.headers.get("X-service-Signature", "")]
        given += self.headers.get("X-service-Signature-Previous", "").split(", ")
        genuine = any([hmac.compare_digest(each.encode(), expected.encode()) for each in given])
        self.send_response(204 if genuine else 400)
        self.end_headers()
        if genuine:
            event = json.loads(body)
            # the same event may arrive again, in a retry, resend or replay: process its id once
            print(event["type"], self.headers["X-service-Event-Id"], event["data"])

ThreadingHTTPServer(("", 4000), Receiver).serve_forever()
`;

const go = (secret: string) => `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

func receive(response http.ResponseWriter, request *http.Request) {
	secret := os.Getenv("WEBHOOK_SECRET")
	if secret == "" {
		secret = "${secret}"
	}
	body, _ := io.ReadAll(request.Body)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	// after a rotation, the previous header has the signatures of the former secrets
	given := request.Header.Get("X-service-Signature") + ", " + request.Header.Get("X-service-Signature-Previous")
	genuine := false
	for _, each := range strings.Split(given, ", ") {
		genuine = hmac.Equal([]byte(each), []byte(expected)) || genuine
	}
	if !genuine {
		response.WriteHeader(400)
		return
	}
	response.WriteHeader(204) // answer at once, then do the work
	var event struct {
		Type string
		Data json.RawMessage
	}
	json.Unmarshal(body, &event)
	// the same event may arrive again, in a retry, resend or replay: process its id once
	fmt.Println(event.Type, request.Header.Get("X-service-Event-Id"), string(event.Data))
}

func main() {
	http.ListenAndServe(":4000", http.HandlerFunc(receive))
}
`;

const ruby = (secret: string) => `require "json"
require "openssl"
require "webrick" # gem install webrick

SECRET = ENV.fetch("WEBHOOK_SECRET", "${secret}")
$stdout.sync = true

server = WEBrick::HTTPServer.new(Port: 4000)
server.mount_proc "/" do |request, response|
  expected = "sha256=" + OpenSSL::HMAC.hexdigest("SHA256", SECRET, request.body)
  # after a rotation, the previous header has the signatures of the former secrets
  given = [request["X-service-Signature"].to_s] + request["X-service-Signature-Previous"].to_s.split(", ")
  genuine = given.any? { |each| OpenSSL.secure_compare(each, expected) }
  response.status = genuine ? 204 : 400
  if genuine
    event = JSON.parse(request.body)
    # the same event may arrive again, in a retry, resend or replay: process its id once
    puts "#{event["type"]} #{request["X-service-Event-Id"]} #{event["data"]}"
  end
end
server.start
`;

const php = (secret: string) => String.raw`<?php // php -S localhost:4000 receiver.php
$secret = getenv('WEBHOOK_SECRET') ?: '${secret}';
$body = file_get_contents('php://input');
$expected = 'sha256=' . hash_hmac('sha256', $body, $secret);
// after a rotation, the previous header has the signatures of the former secrets
$current = $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '';
$previous = $_SERVER['HTTP_X_SERVICE_SIGNATURE_PREVIOUS'] ?? '';
$given = explode(', ', "$current, $previous");
if (!array_filter($given, fn ($each) => hash_equals($expected, $each))) {
    http_response_code(400);
    exit;
}
http_response_code(204);
$event = json_decode($body, true);
// the same event may arrive again, in a retry, resend or replay: process its id once
$line = "{$event['type']} {$_SERVER['HTTP_X_SERVICE_EVENT_ID']} " . json_encode($event['data']);
file_put_contents('php://stdout', "$line\n");
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
  { name: 'Node', language: 'js', code: node(secret) },
  { name: 'Python', language: 'python', code: python(secret) },
  { name: 'Go', language: 'go', code: go(secret) },
  { name: 'Ruby', language: 'ruby', code: ruby(secret) },
  { name: 'PHP', language: 'php', code: php(secret) },
  { name: 'curl', language: 'sh', code: curl(secret) },
];
