// The search of the documents, copy buttons, and old addresses. Every page works without this script.
const PAGE_LIMIT = 12;
const input = document.getElementById('docs-search');
const list = document.getElementById('docs-found');

if (input !== null && list !== null) {
  const box = list.parentElement;
  const note = box.querySelector('.none');
  let entries;
  let chosen = -1;
  input.closest('.search').hidden = false;

  const load = async () => {
    entries ??= fetch('/docs/search.json').then((answer) => answer.json());
    return entries;
  };
  const close = () => {
    box.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
    chosen = -1;
  };
  const choose = (index) => {
    const options = [...list.querySelectorAll('[role=option]')];
    if (options.length === 0) return;
    chosen = (index + options.length) % options.length;
    for (const option of options) option.setAttribute('aria-selected', String(option === options[chosen]));
    options[chosen].scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', options[chosen].id);
  };
  const show = (found, query, meant) => {
    list.replaceChildren(
      ...found.map(({ k, t, u }, index) => {
        const option = document.createElement('li');
        option.id = `docs-found-${index}`;
        option.setAttribute('role', 'option');
        option.setAttribute('aria-selected', 'false');
        option.dataset.address = u;
        const kind = document.createElement('small');
        kind.textContent = k;
        const title = document.createElement('span');
        title.textContent = t;
        option.append(title, kind);
        return option;
      }),
    );
    note.hidden = found.length > 0 && meant === undefined;
    note.textContent = `Nothing has “${query}”.${meant === undefined ? '' : ` These have “${meant}”:`}`;
    list.hidden = found.length === 0;
    box.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    if (found.length > 0) choose(0);
  };
  const search = async () => {
    const query = input.value.trim();
    if (query === '') return close();
    const all = await load();
    if (input.value.trim() !== query) return;
    const found = find(all, query);
    const meant = found.length === 0 ? corrected(all, query) : undefined;
    show(meant === undefined ? found : find(all, meant), query, meant);
  };

  input.addEventListener('focus', load, { once: true });
  input.addEventListener('input', search);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Enter') list.querySelector('[aria-selected=true]')?.click();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  });
  list.addEventListener('click', (event) => {
    const address = event.target.closest('[role=option]')?.dataset.address;
    if (address === undefined) return;
    close();
    input.blur();
    location.assign(address);
  });
  // A click on a result takes the focus first.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  input.addEventListener('blur', close);
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

/** Every word must begin a word of the entry. A title counts more than words that are not shown. */
function find(entries, query) {
  const words = fold(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  const scored = entries.flatMap((entry) => {
    entry.title ??= fold(entry.t);
    entry.words ??= fold(entry.w);
    const scores = words.map((word) => scoreOf(entry.title, word) * 4 || scoreOf(entry.words, word));
    if (scores.includes(0)) return [];
    const whole = entry.title === words.join(' ') ? 20 : 0;
    const sum = scores.reduce((total, score) => total + score, whole);
    return [{ entry, score: sum - entry.title.length / 200 }];
  });
  return scored
    .sort((one, other) => other.score - one.score)
    .slice(0, PAGE_LIMIT)
    .map(({ entry }) => entry);
}

/** The query with the words that are spelled nearly like those that nothing has; undefined if there are none, or if nothing has all. */
function corrected(entries, query) {
  const known = new Set(entries.flatMap(({ title, words }) => wordsIn(title).concat(wordsIn(words))));
  const words = wordsIn(fold(query)).map((word) =>
    find(entries, word).length > 0 ? word : nearest(word, known),
  );
  const meant = words.join(' ');
  return words.includes(undefined) || find(entries, meant).length === 0 ? undefined : meant;
}

function wordsIn(text) {
  return text.split(/[^\p{L}\p{N}_.]+/u).filter((word) => word.length > 2);
}

/** 3: a whole word; 2: the beginning of one; 1: within one; 0: not there. */
function scoreOf(text, word) {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  let best = 1;
  for (let from = at; from >= 0; from = text.indexOf(word, from + 1)) {
    if (isInWord(text[from - 1])) continue;
    if (!isInWord(text[from + word.length])) return 3;
    best = 2;
  }
  return best;
}

function isInWord(character) {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

/** Case and accents make no difference; createOrder is also "create order". */
function fold(text) {
  const parts = text.replace(/([a-z])([A-Z])/g, '$1 $2');
  return (parts === text ? text : `${text} ${parts}`).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A button that copies a text and reports it for a moment. */
function copyButton(label, read) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = label;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(await read());
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = label;
    }, 1500);
  });
  return button;
}

// Browsers offer the clipboard to https and localhost alone.
if (navigator.clipboard !== undefined) {
  for (const block of document.querySelectorAll('.code')) {
    block.append(copyButton('Copy', () => block.querySelector('pre').textContent));
  }
  for (const link of document.querySelectorAll('[data-copy-page]')) {
    link.after(copyButton('Copy as Markdown', async () => (await fetch(link.href)).text()));
  }
}

// The entry of this page may be far down in the navigation.
const menu = document.getElementById('docs-menu');
const here = menu?.querySelector('[aria-current]');
if (menu !== null && here) menu.scrollTop = here.offsetTop - menu.clientHeight / 3;

/** All operations were on one page once; their entries there have the new address. */
function leadOn() {
  const entry = location.hash.length < 2 ? null : document.getElementById(location.hash.slice(1));
  if (entry?.matches('.operations > li')) location.replace(entry.querySelector('a').href);
}
leadOn();
addEventListener('hashchange', leadOn);
