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
  });
  const form = new FormData();
  form.append('folder', folder);
  form.append('file', file);
  const whole = new Response(form);
  // Includes the boundary between the parts.
  const contentType = whole.headers.get('content-type') as 'multipart/form-data';
  return client.uploadAsset({ contentType, body: await whole.blob(), signal });
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
  request.send(init.body as Blob);
  return promise;
}
