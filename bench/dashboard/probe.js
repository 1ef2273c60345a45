/** Runs in every page of this bench before the page's own scripts, and reads the clocks that the browser has. */
(() => {
  let began = 0;
  const begin = (event) => {
    began = event.timeStamp;
  };
  for (const type of ['click', 'keydown']) addEventListener(type, begin, { capture: true });

  /** The longest event of each interaction, from the input to the frame that shows its effect. The browser omits those below 16 ms. */
  const interactions = new Map();
  const note = (entries) => {
    for (const { interactionId, duration } of entries)
      if (interactionId > 0)
        interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'event', durationThreshold: 16 });

  const nextFrame = () => new Promise(requestAnimationFrame);
  /** Resolves with the time at which the frame under way has been drawn. */
  const drawn = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(0);
    });
  const WAITING = '.mantine-Skeleton-root, [data-stale]';
  const GIVE_UP_MS = 30_000;
  const LOST_MS = 3_000;

  /** Looks in each frame. Returns the time at which the first frame in which it holds has been drawn. */
  async function until(holds, what, patienceMs = GIVE_UP_MS) {
    const end = performance.now() + patienceMs;
    do {
      await nextFrame();
      if (holds()) return await drawn();
    } while (performance.now() < end);
    throw new Error(`${location.pathname}: ${what} is not there after ${patienceMs} ms`);
  }

  /** The data of a screen is shown: its title is there, something that has data, and nothing that stands for data. */
  const isShown = (selector) =>
    document.querySelector('h1:not([data-former])') !== null &&
    document.querySelector(selector) !== null &&
    document.querySelector(WAITING) === null;

  globalThis.bench = {
    firstShown: (selector) => until(() => isShown(selector), selector),
    async firstPaint() {
      const paint = () => performance.getEntriesByName('first-contentful-paint')[0];
      // The browser reports it a little after the frame.
      await until(() => paint() !== undefined, 'the first paint');
      return paint().startTime;
    },

    /** Call it before the click or key that opens a screen, without waiting. Returns the time from that input. */
    async nextShown(selector) {
      document.querySelector('h1')?.setAttribute('data-former', '');
      return (await until(() => isShown(selector), selector)) - began;
    },
    /** The time from the last input until an element begins with this text, or, without a text, has the focus. */
    async appears(selector, text) {
      const holds = () => {
        const element = document.querySelector(selector);
        if (element === null || document.querySelector('[data-stale]') !== null) return false;
        return text === undefined ? document.activeElement === element : element.textContent.startsWith(text);
      };
      return (await until(holds, selector)) - began;
    },

    /** The row in the middle of the window. */
    rowInView() {
      const rows = [...document.querySelectorAll('tbody tr[data-key]')];
      const row = rows.find((one) => one.getBoundingClientRect().top > innerHeight / 2);
      return { key: row.dataset.key, top: row.getBoundingClientRect().top };
    },
    /** Goes back. Returns the time until the row is in the window again, and how far it is from its former place. */
    async back({ key, top }) {
      const start = performance.now();
      history.back();
      const row = () => document.querySelector(`tr[data-key="${CSS.escape(key)}"]`);
      const isInView = () => {
        const { top, bottom } = row()?.getBoundingClientRect() ?? { top: -1, bottom: 0 };
        return top >= 0 && bottom <= innerHeight;
      };
      // A row that is lost is a result too.
      const end = await until(isInView, 'the row', LOST_MS).catch(() => performance.now());
      // What moves it afterwards counts as well.
      await new Promise((resolve) => setTimeout(resolve, 300));
      const now = row()?.getBoundingClientRect().top ?? Infinity;
      return { ms: end - start, pixels: Math.min(Math.abs(now - top), document.body.scrollHeight) };
    },

    /** Scrolls as far as this row, page by page. */
    async scrollTo(index) {
      const last = () =>
        Number([...document.querySelectorAll('tr[data-index]')].at(-1)?.getAttribute('data-index'));
      await until(() => {
        if (last() >= index) return true;
        scrollTo(0, document.body.scrollHeight);
        return false;
      }, `row ${index}`);
    },
    /** Records the frames until `stopFrames`: when each began, and whether places in the window had no row. */
    startFrames() {
      const frames = [];
      const record = { frames, isOn: true };
      const hasRow = (part) =>
        document.elementFromPoint(innerWidth / 2, innerHeight * part)?.closest('[data-index]') != null;
      const look = async (now) => {
        if (!record.isOn) return;
        const frame = { now, isBlank: false };
        frames.push(frame);
        requestAnimationFrame(look);
        // Before that, it would make the browser lay the page out once more.
        await drawn();
        frame.isBlank = !hasRow(0.5) || !hasRow(0.95);
      };
      requestAnimationFrame(look);
      this.record = record;
    },
    stopFrames() {
      this.record.isOn = false;
      const { frames } = this.record;
      return {
        lengths: frames.slice(1).map(({ now }, before) => now - frames[before].now),
        blank: frames.filter(({ isBlank }) => isBlank).length,
      };
    },

    /** The duration of each interaction since the last call. Those that the browser omits took less than 16 ms. */
    async takeInteractions(made) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      note(observer.takeRecords());
      const durations = [...interactions.values()];
      interactions.clear();
      return [...durations, ...Array.from({ length: Math.max(0, made - durations.length) }, () => 8)];
    },
  };
})();
