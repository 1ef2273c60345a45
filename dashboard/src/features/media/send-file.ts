/** Uploads through the SDK with progress. fetch reports no upload progress, so the SDK uses XMLHttpRequest here. */
import { type Answer, createClient } from '../../../../sdk/client.ts';
import { accessToken, renew } from '../../session/session.ts';

export type Progress = (share: number) => void;

export async function sendFile(
  file: File,
  folder: string,
  tell: Progress,
  signal: AbortSignal,
): Promise<Answer<'uploadAsset'>> {
  // A token that expires during the upload would make the whole upload start again.
  if ((await accessToken()) === null) await renew();
  const client = createClient({
    baseUrl: '',
    token: accessToken,
    fetch: (url, init) => fetchWithProgress(url, init, tell),
    // A further try would begin again with the first byte, so the person decides about it.
    maxRetries: 0,
  });
  return client.uploadAsset({ body: { folder, file }, signal });
}

function fetchWithProgress(url: string, init: RequestInit, tell: Progress): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  request.open(init.method ?? 'GET', url);
  request.responseType = 'blob';
  for (const [name, value] of Object.entries(init.headers as Record<string, string>)) {
    request.setRequestHeader(name, value);
  }
  request.upload.onprogress = ({ loaded, total }) => tell(total === 0 ? 0 : loaded / total);
  request.onload = () => {
    const headers = { 'content-type': request.getResponseHeader('content-type') ?? '' };
    resolve(new Response(request.response as Blob, { status: request.status, headers }));
  };
  // The same errors as fetch.
  request.onerror = () => reject(new TypeError('The connection broke'));
  request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
  init.signal?.addEventListener('abort', () => request.abort());
  request.send(init.body as FormData);
  return promise;
}
