/** Uploads files, a few at a time. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from '../../ui/toast.ts';
import { sendFile } from './send-file.ts';

export type Upload = { id: number; name: string; share: number; failure: unknown };

const AT_ONCE = 3;
let lastId = 0;

export function useUploads(folder: string) {
  const client = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const cancels = useRef(new Map<number, AbortController>());
  const dismissed = useRef(new Set<number>());

  const change = (id: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  const drop = (id: number) => setUploads((all) => all.filter((upload) => upload.id !== id));

  async function send(id: number, file: File): Promise<void> {
    if (dismissed.current.has(id)) return;
    const cancel = new AbortController();
    cancels.current.set(id, cancel);
    try {
      await sendFile(file, folder, (share) => change(id, { share }), cancel.signal);
      await Promise.all(
        ['listAssets', 'listAssetFolders'].map((name) => client.invalidateQueries({ queryKey: [name] })),
      );
      drop(id);
      toast.done(`${file.name} is uploaded`);
    } catch (failure) {
      if (cancel.signal.aborted) drop(id);
      else change(id, { failure });
    } finally {
      cancels.current.delete(id);
    }
  }

  async function add(files: File[]): Promise<void> {
    const queue = files.map((file) => ({ id: ++lastId, file }));
    const waiting = queue.map(({ id, file }) => ({ id, name: file.name, share: 0, failure: null }));
    setUploads((all) => [...all, ...waiting]);
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await send(next.id, next.file);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /** Cancels a running upload, or removes a waiting one from the queue. */
  const dismiss = (id: number) => {
    dismissed.current.add(id);
    cancels.current.get(id)?.abort();
    drop(id);
  };
  return { uploads, add: (files: File[]) => void add(files), dismiss };
}
