/** Asks the server for the words in the address, and marks them as text: nothing that it answers becomes HTML. */
const results = document.getElementById('results');
const status = document.getElementById('status');
const words = new URLSearchParams(location.search).get('q')?.trim();
const { url, key, nothing, failed, found } = results.dataset;

if (words) {
  document.getElementById('q').value = words;
  const query = new URLSearchParams({
    q: words,
    locale: document.documentElement.lang,
    type: 'article',
    key,
  });
  fetch(`${url}?${query}`)
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))))
    .then(({ data, total }) => {
      status.textContent = data.length === 0 ? nothing : `${total.count} ${found}`;
      results.replaceChildren(...data.map(item));
    })
    .catch(() => {
      status.textContent = failed;
    });
}

function item({ path, title, excerpt, locale }) {
  const link = document.createElement('a');
  link.href = path;
  link.textContent = title;
  const heading = document.createElement('h2');
  heading.append(link);
  const summary = document.createElement('p');
  for (const { text, match } of excerpt) {
    const piece = document.createElement(match ? 'mark' : 'span');
    piece.textContent = text;
    summary.append(piece);
  }
  const entry = document.createElement('li');
  entry.lang = locale;
  entry.append(heading, summary);
  return entry;
}
