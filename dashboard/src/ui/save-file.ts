/** Saves a file from the API to the disk. */
import { toast } from './toast.ts';

type Writable = WritableStream<Uint8Array>;
type Picker = (options: { suggestedName: string }) => Promise<{ createWritable(): Promise<Writable> }>;

/**
 * Streams to the disk if the browser allows it, so that the size does not matter; otherwise collects the file in memory.
 * Must be called by a click, because the browser asks for a location.
 */
export async function saveFile(name: string, ask: () => Promise<Response>): Promise<void> {
  try {
    const picker = (globalThis as { showSaveFilePicker?: Picker }).showSaveFilePicker;
    if (picker === undefined) hand(name, await (await ask()).blob());
    else {
      const handle = await picker({ suggestedName: name });
      const response = await ask();
      await response.body!.pipeTo(await handle.createWritable());
    }
    toast.done(`${name} is saved`);
  } catch (error) {
    // The save dialog was cancelled, which is no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast.failed(error);
  }
}

function hand(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
