/** For how long work holds the event loop, in milliseconds that its thread computes: a busy machine does not lengthen it much. */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let [since, longest] = [process.threadCpuUsage(), 0];
  const look = () => {
    const { user, system } = process.threadCpuUsage(since);
    longest = Math.max(longest, (user + system) / 1000);
    since = process.threadCpuUsage();
  };
  const looking = setInterval(look);
  await work().finally(() => clearInterval(looking));
  look();
  return longest;
}
