/** The program that image-process.ts starts: one image at a time, until it needs too much memory or its parent is gone. */
import { type Answer, type Job, MAX_SIDE, makePictures, type Outcome, TooLong } from './image-maker.ts';
import { makePicture, type PictureJob } from './picture-maker.ts';

const MEBIBYTE = 1024 * 1024;
const POLL_MS = 25;

const [maxBytes] = process.argv.slice(2).map(Number) as [number];
/** Ends the process to return memory that the allocator keeps. */
const isLarge = () => process.memoryUsage.rss() > maxBytes / 2;
const answer = (outcome: Outcome<unknown>, isLast: boolean) =>
  new Promise<void>((resolve) => {
    process.send!({ outcome, isLast } satisfies Answer, undefined, {}, () => resolve());
  });

async function outcomeOf(job: Job | PictureJob): Promise<Outcome<unknown>> {
  const watch = setInterval(async () => {
    if (process.memoryUsage.rss() < maxBytes) return;
    clearInterval(watch);
    await answer({ refused: `Opening it takes more than ${maxBytes / MEBIBYTE} MiB of memory.` }, true);
    process.exit();
  }, POLL_MS);
  try {
    return 'picture' in job ? { picture: await makePicture(job) } : { pictures: await makePictures(job) };
  } catch (error) {
    return explain(error as NodeJS.ErrnoException, job);
  } finally {
    clearInterval(watch);
  }
}

/** The messages of libvips are for programmers, and name files of this server. */
function explain(error: NodeJS.ErrnoException, job: Job | PictureJob): Outcome {
  const { message, code } = error;
  if (error instanceof TooLong)
    return { refused: `It is longer than ${MAX_SIDE.toLocaleString('en')} pixels.` };
  if (code !== undefined || /input file is missing/i.test(message))
    return { trouble: 'It could not be read.' };
  if (/exceeds pixel limit|too large|dimensions/i.test(message)) {
    return { refused: `It has more than ${job.maxPixels / 1e6} megapixels.` };
  }
  if (/timeout/i.test(message)) return { trouble: `It took longer than ${job.seconds} seconds.` };
  if (/unsupported image format/i.test(message)) return { refused: 'It is not an image that can be opened.' };
  return { refused: 'The image is broken or cut short.' };
}

process.on('disconnect', () => process.exit());
process.on('message', async (job: Job | PictureJob) => {
  const outcome = await outcomeOf(job);
  const isLast = isLarge();
  await answer(outcome, isLast);
  if (isLast) process.exit();
});
