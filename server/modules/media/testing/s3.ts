/** A server that speaks S3, with one bucket. */
import { createRequire } from 'node:module';

type Server = { run(): Promise<{ port: number }>; close(): Promise<void> };
// It has no types of its own.
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => Server;

export async function startS3(directory: string) {
  const bucket = 'media';
  const options = { address: '127.0.0.1', port: 0, silent: true, configureBuckets: [{ name: bucket }] };
  const server = new S3rver({ ...options, directory });
  const { port } = await server.run();
  return {
    settings: {
      bucket,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      // Its own well-known pair.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    stop: () => server.close(),
  };
}
